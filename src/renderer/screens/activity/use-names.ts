import { projectName, useProjectsOf } from '../../bridge/use-projects.ts';
import { useStation } from '../../stores/station.ts';
import { dropSource, useSourceName } from '../intake/item-columns.tsx';

/** Names of sources and projects, and those that can be chosen. */
export interface Names {
  readonly sourceName: (id: string) => string;
  readonly projectName: (id: string) => string;
  readonly sources: readonly { readonly id: string; readonly name: string }[];
  readonly projects: readonly { readonly id: string; readonly name: string }[];
}

/** See {@link Names}; what is not known any more goes by its id. */
export function useNames(): Names {
  const sourceName = useSourceName();
  const settings = useStation((state) => state.settings);
  // Several connections may have the same project.
  const named = new Map(useProjectsOf(settings?.connections.map(({ id }) => id) ?? []).map((each) => [each.id, each]));
  const projects = [...named.values()].map(({ id, name }) => ({ id, name: name ?? id }));
  const sources = [
    { id: dropSource, name: sourceName(dropSource) },
    ...(settings?.hotFolders ?? []).map(({ id, name }) => ({ id, name })),
  ];
  return {
    sources,
    projects,
    sourceName,
    projectName: (id) => projectName(projects, id),
  };
}
