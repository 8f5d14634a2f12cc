import type { NewOpenCase, OpenCaseRecord } from '../journal/open-case-records.ts';
import { placeChange, type PlaceableItem } from './place-item.ts';

/** A file that will have an item soon. */
export type ComingFile = Omit<PlaceableItem, 'id'>;

/** Files of mode case that come in soon: a case waits for its own, as far as their names and folders tell which those are. */
export interface ComingFiles {
  /** A file comes in soon. Answers what ends that: it came to its end, or nobody knows when it will. */
  comes(file: ComingFile): () => void;
  /** A source is looked through for the first time: of one of mode case, nobody knows yet what lies in it. Answers what ends that. */
  looksThrough(source: Pick<ComingFile, 'sourceId' | 'rule'>): () => void;
  /** What an open case waits for: the path of a file, or '' while nobody knows; null = nothing. Where that ends, the open case is looked at. */
  awaited(openCase: OpenCaseRecord): string | null;
}

type MeetingPlace = Pick<NewOpenCase, 'key' | 'connectionId' | 'projectId' | 'sourceId'>;

/** Where files find their open case, as one text. A key of null stands for all of a source. */
function textOf({ key, connectionId, projectId, sourceId }: MeetingPlace): string {
  return JSON.stringify([key, connectionId, projectId, sourceId]);
}

/** Makes it, with nothing on its way. `look` = looks at an open case that waited. */
export function createComingFiles(
  folderOf: (sourceId: string) => string | null,
  look: (openCaseId: string) => void,
): ComingFiles {
  const places = new Map<
    string,
    { readonly coming: Set<{ readonly path: string }>; readonly openCases: Set<string> }
  >();

  function awaitAt(place: MeetingPlace, path: string): () => void {
    const text = textOf(place);
    const there = places.get(text) ?? { coming: new Set(), openCases: new Set() };
    const one = { path };
    there.coming.add(one);
    places.set(text, there);
    return () => {
      if (!there.coming.delete(one) || there.coming.size > 0) return;
      places.delete(text);
      for (const openCaseId of there.openCases) look(openCaseId);
    };
  }

  return {
    comes(file) {
      const { openCase } = placeChange({ ...file, id: '' }, folderOf(file.sourceId), () => '', 0);
      return openCase === null ? () => undefined : awaitAt(openCase, file.path);
    },
    looksThrough({ sourceId, rule }) {
      if (rule.mode !== 'case') return () => undefined;
      const { connectionId, projectId } = rule;
      return awaitAt(
        { key: null, connectionId, projectId, sourceId: rule.case?.acrossSources === false ? sourceId : null },
        '',
      );
    },
    awaited(openCase) {
      if (openCase.key === null) return null;
      for (const place of [openCase, { ...openCase, key: null }]) {
        const there = places.get(textOf(place));
        const [first] = there?.coming ?? [];
        there?.openCases.add(openCase.id);
        if (first !== undefined) return first.path;
      }
      return null;
    },
  };
}
