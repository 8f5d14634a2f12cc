import { useEffect, useRef, useState } from 'react';
import type { QueryAnswer } from '../../shared/contract.ts';
import { bridge } from './bridge.ts';
import { useQuery } from './use-query.ts';

/** A project of the service by its id and name. */
export type ProjectView = QueryAnswer<'projects.list'>['projects'][number];

const none: readonly ProjectView[] = [];

/** Projects of a connection as the service lists them; empty until it answers. */
export function useProjects(connectionId: string | undefined): readonly ProjectView[] {
  const asked = useQuery<'projects.list'>(connectionId === undefined ? null : { name: 'projects.list', connectionId }, {
    live: false,
  });
  return asked.value?.projects ?? none;
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
