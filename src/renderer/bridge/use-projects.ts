import { useEffect, useRef, useState } from 'react';
import type { QueryAnswer } from '../../shared/contract.ts';
import { bridge } from './bridge.ts';
import { useQuery } from './use-query.ts';

/** A project of the service by its id and name. */
export type ProjectView = QueryAnswer<'projects.list'>['projects'][number];

const none: readonly ProjectView[] = [];

/** Projects of a connection as the service lists them, or listed them last, also before this start; empty where it never did. */
export function useProjects(connectionId: string | undefined): readonly ProjectView[] {
  const asked = useQuery<'projects.list'>(connectionId === undefined ? null : { name: 'projects.list', connectionId }, {
    live: false,
  });
  const known = useQuery<'projects.known'>(
    connectionId === undefined || asked.value !== undefined ? null : { name: 'projects.known', connectionId },
    { live: false },
  );
  return (asked.value ?? known.value)?.projects ?? none;
}

/** A project by its name, or by its id where the service tells no name. */
export function projectName(projects: readonly ProjectView[], id: string): string {
  return projects.find((project) => project.id === id)?.name ?? id;
}

/** Projects of several connections, as their services list them, or listed them last. */
export function useProjectsOf(connectionIds: readonly string[]): readonly ProjectView[] {
  const key = JSON.stringify(connectionIds);
  const [listed, setListed] = useState<ReadonlyMap<string, readonly ProjectView[]>>(new Map());
  const newest = useRef(connectionIds);
  useEffect(() => {
    newest.current = connectionIds;
  });
  useEffect(() => {
    let current = true;
    const ask = async (name: 'projects.known' | 'projects.list', connectionId: string): Promise<void> => {
      const outcome = await bridge().query<typeof name>({ name, connectionId });
      if (!current || !outcome.ok) return;
      // What is known may be read after the service has answered.
      setListed((before) =>
        name === 'projects.known' && before.has(connectionId)
          ? before
          : new Map(before).set(connectionId, outcome.value.projects),
      );
    };
    for (const connectionId of newest.current) {
      void ask('projects.known', connectionId);
      void ask('projects.list', connectionId);
    }
    return () => {
      current = false;
    };
  }, [key]);
  return connectionIds.flatMap((connectionId) => listed.get(connectionId) ?? none);
}
