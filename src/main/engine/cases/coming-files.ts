import type { NewPile, PileRecord } from '../journal/pile-records.ts';
import { placeChange, type PlaceableItem } from './place-item.ts';

/** A file that will have an item soon. */
export type ComingFile = Omit<PlaceableItem, 'id'>;

/** Files of mode case that come in soon: a case waits for its own, as far as their names and folders tell which those are. */
export interface ComingFiles {
  /** A file comes in soon. Answers what ends that: it came to its end, or nobody knows when it will. */
  comes(file: ComingFile): () => void;
  /** A source is looked through for the first time: of one of mode case, nobody knows yet what lies in it. Answers what ends that. */
  looksThrough(source: Pick<ComingFile, 'sourceId' | 'rule'>): () => void;
  /** What a pile waits for: the path of a file, or '' while nobody knows; null = nothing. Where that ends, the pile is looked at. */
  awaited(pile: PileRecord): string | null;
}

type MeetingPlace = Pick<NewPile, 'key' | 'connectionId' | 'projectId' | 'sourceId'>;

/** Where files find their pile, as one text. A key of null stands for all of a source. */
function textOf({ key, connectionId, projectId, sourceId }: MeetingPlace): string {
  return JSON.stringify([key, connectionId, projectId, sourceId]);
}

/** Makes it, with nothing on its way. `look` = looks at a pile that waited. */
export function createComingFiles(
  folderOf: (sourceId: string) => string | null,
  look: (pileId: string) => void,
): ComingFiles {
  const places = new Map<string, { readonly coming: Set<{ readonly path: string }>; readonly piles: Set<string> }>();

  function awaitAt(place: MeetingPlace, path: string): () => void {
    const text = textOf(place);
    const there = places.get(text) ?? { coming: new Set(), piles: new Set() };
    const one = { path };
    there.coming.add(one);
    places.set(text, there);
    return () => {
      if (!there.coming.delete(one) || there.coming.size > 0) return;
      places.delete(text);
      for (const pileId of there.piles) look(pileId);
    };
  }

  return {
    comes(file) {
      const { pile } = placeChange({ ...file, id: '' }, folderOf(file.sourceId), () => '', 0);
      return pile === null ? () => undefined : awaitAt(pile, file.path);
    },
    looksThrough({ sourceId, rule }) {
      if (rule.mode !== 'case') return () => undefined;
      const { connectionId, projectId } = rule;
      return awaitAt(
        { key: null, connectionId, projectId, sourceId: rule.case?.acrossSources === false ? sourceId : null },
        '',
      );
    },
    awaited(pile) {
      if (pile.key === null) return null;
      for (const place of [pile, { ...pile, key: null }]) {
        const there = places.get(textOf(place));
        const [first] = there?.coming ?? [];
        there?.piles.add(pile.id);
        if (first !== undefined) return first.path;
      }
      return null;
    },
  };
}
