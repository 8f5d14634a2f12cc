import type { QueryAnswer } from '../../shared/contract.ts';
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
