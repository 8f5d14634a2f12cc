import { useEffect, useRef, useState } from 'react';
import type { QueryAnswer } from '../../shared/contract.ts';
import { bridge } from './bridge.ts';
import { useQuery } from './use-query.ts';

/** A project of the service by its id and name. */
export type ProjectView = QueryAnswer<'projects.list'>['projects'][number];

const none: readonly ProjectView[] = [];

/** What the service of each connection listed last: names stay while it does not answer. */
const listedLast = new Map<string, readonly ProjectView[]>();

/** Projects of a connection as the service lists them, or listed them last; empty until it answers. */
export function useProjects(connectionId: string | undefined): readonly ProjectView[] {
  const asked = useQuery<'projects.list'>(connectionId === undefined ? null : { name: 'projects.list', connectionId }, {
    live: false,
  });
  const listed = asked.value?.projects;
  useEffect(() => {
    if (connectionId !== undefined && listed !== undefined) listedLast.set(connectionId, listed);
  }, [connectionId, listed]);
  return listed ?? listedLast.get(connectionId ?? '') ?? none;
}

/** A project by its name, or by its id where the service tells no name. */
export function projectName(projects: readonly ProjectView[], id: string): string {
  return projects.find((project) => project.id === id)?.name ?? id;
}

/** Projects of several connections, each as soon as its service answers. */
export function useProjectsOf(connectionIds: readonly string[]): readonly ProjectView[] {
  const key = JSON.stringify(connectionIds);
  const [listed, setListed] = useState<ReadonlyMap<string, readonly ProjectView[]>>(new Map());
  const newest = useRef(connectionIds);
  useEffect(() => {
    newest.current = connectionIds;
  });
  useEffect(() => {
    let current = true;
    for (const connectionId of newest.current) {
      void bridge()
        .query<'projects.list'>({ name: 'projects.list', connectionId })
        .then((outcome) => {
          if (current && outcome.ok) setListed((before) => new Map(before).set(connectionId, outcome.value.projects));
        });
    }
    return () => {
      current = false;
    };
  }, [key]);
  return connectionIds.flatMap((connectionId) => listed.get(connectionId) ?? none);
}
