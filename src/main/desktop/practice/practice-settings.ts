import { z } from 'zod';
import { hotFolderSchema, type Connection, type HotFolder, type Settings } from '../../../shared/settings.ts';

/** Id of the connection to the practice service. */
export const practiceConnectionId = 'practice';
/** The project that the practice service sets up for trying. */
export const practiceProjectId = 'accounts-payable';

/** What of a change of the settings is to be stored; `stored: false`: nothing is. */
export type Share = { readonly stored: true; readonly value: unknown } | { readonly stored: false };

/** The part of the settings that belongs to the practice service: in force while it runs, and never stored. */
export interface PracticeSettings {
  addTo(settings: Settings): Settings;
  /** Keeps what of a value for a dotted path is practice's, and answers what is left to store. `present`: the stored settings. */
  keep(path: string, value: unknown, present: Settings): Share;
}

const idOnly = z.object({ id: z.string() });
const folderLike = z.looseObject({ rule: z.looseObject({ connectionId: z.string() }) });

/** Makes the practice settings of one run. */
export function createPracticeSettings(connection: Connection, inbox: HotFolder): PracticeSettings {
  let folders: readonly HotFolder[] = [inbox];
  let project = practiceProjectId;
  let isDefault = true;

  /** A list of hot folders: those of practice stay here, unless one of them is wrong; then the store says so. */
  function keepFolders(list: readonly unknown[], present: Settings): Share {
    const mine = list.filter((entry) => isPracticeFolder(entry));
    const read = z.array(hotFolderSchema).safeParse(mine);
    if (!read.success) return { stored: true, value: list };
    folders = read.data;
    const others = list.filter((entry) => !isPracticeFolder(entry));
    const unchanged = JSON.stringify(others) === JSON.stringify(present.hotFolders);
    return unchanged ? { stored: false } : { stored: true, value: others };
  }

  /** One field of one practice folder, as `hotFolders.practice-inbox.paused`. */
  function keepFolderField(steps: readonly string[], value: unknown): boolean {
    const [id = '', ...rest] = steps;
    const folder = folders.find((each) => each.id === id);
    const [field] = rest;
    if (folder === undefined || field === undefined || rest.length !== 1) return false;
    const read = hotFolderSchema.safeParse({ ...folder, [field]: value });
    if (read.success) folders = folders.map((each) => (each.id === id ? read.data : each));
    return read.success;
  }

  function keepProjects(projects: unknown): unknown {
    const read = z.record(z.string(), z.unknown()).safeParse(projects);
    if (!read.success) return projects;
    const { [practiceConnectionId]: chosen, ...others } = read.data;
    if (typeof chosen === 'string' && chosen !== '') project = chosen;
    return others;
  }

  return {
    addTo: (settings) => ({
      ...settings,
      connections: [...settings.connections.filter(({ id }) => id !== practiceConnectionId), connection],
      ...(isDefault ? { defaultConnection: practiceConnectionId } : {}),
      hotFolders: [...settings.hotFolders, ...folders],
      intake: { ...settings.intake, projects: { ...settings.intake.projects, [practiceConnectionId]: project } },
    }),
    keep(path, value, present) {
      const steps = path.split('.');
      if (path === 'connections' && Array.isArray(value)) {
        const others = value.filter((entry: unknown) => idOnly.safeParse(entry).data?.id !== practiceConnectionId);
        return { stored: true, value: others };
      }
      if (path === 'defaultConnection') {
        isDefault = value === practiceConnectionId;
        return isDefault ? { stored: false } : { stored: true, value };
      }
      if (path === 'hotFolders' && Array.isArray(value)) return keepFolders(value, present);
      if (steps[0] === 'hotFolders' && keepFolderField(steps.slice(1), value)) return { stored: false };
      if (path === `intake.projects.${practiceConnectionId}`) {
        keepProjects({ [practiceConnectionId]: value });
        return { stored: false };
      }
      if (path === 'intake.projects') return { stored: true, value: keepProjects(value) };
      if (path === 'intake') {
        const read = z.looseObject({ projects: z.unknown() }).safeParse(value);
        return {
          stored: true,
          value: read.success ? { ...read.data, projects: keepProjects(read.data.projects) } : value,
        };
      }
      return { stored: true, value };
    },
  };
}

function isPracticeFolder(entry: unknown): boolean {
  return folderLike.safeParse(entry).data?.rule.connectionId === practiceConnectionId;
}
