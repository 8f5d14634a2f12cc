import type { PracticeService } from '../../src/main/practice/practice-service.ts';
import { judge } from './judge.ts';
import type { Case } from './judge.ts';
import type { Tally } from './lab.ts';
import type { StationReport } from './station/station-order.ts';
import type { StationEnd } from './station-process.ts';
import { ways } from './ways.ts';
import type { Way } from './ways.ts';
import { makePlace, orderFor, smallPdf } from './world.ts';
import type { Place, StationWishes } from './world.ts';

/** Several stations at one service, each with a way of working of its own, that live in one process. */
export interface Stations {
  readonly places: readonly Place[];
  readonly orders: readonly ReturnType<typeof orderFor>[];
  /** Puts so many new files into the folder of each. */
  feed(files: number): Promise<void>;
  /** Judges each by its report. */
  judge(tally: Tally, title: string, reports: readonly StationReport[], more?: Partial<Case>): Promise<void>;
}

/** Makes `sets` times as many stations as there are ways, below `root`. `salt` keeps their contents apart from those of other runs. */
export async function makeStations(
  root: string,
  service: PracticeService,
  { sets, salt, wishes }: { readonly sets: number; readonly salt: string; readonly wishes: StationWishes },
): Promise<Stations> {
  const places: Place[] = [];
  const manners: Way[] = [];
  for (let set = 0; set < sets; set += 1)
    for (const way of ways) {
      places.push(await makePlace(root, `station-${String(places.length)}`));
      manners.push(way);
    }
  const wayOf = (at: number): Way => {
    const way = manners[at];
    if (way === undefined) throw new Error(`no station ${String(at)}`);
    return way;
  };
  return {
    places,
    orders: places.map((place, at) =>
      orderFor(place, service, { ...wishes, rule: { ...wishes.rule, ...wayOf(at).rule(place) } }),
    ),
    async feed(files) {
      for (const [at, place] of places.entries())
        for (let file = 0; file < files; file += 1) {
          const number = place.arrivals.length;
          await place.put(wayOf(at).nameOf(number), smallPdf(`${salt} ${place.id} ${String(number)}`, 300));
        }
    },
    async judge(tally, title, reports, more = {}) {
      const owners = new Map(places.flatMap(({ id, arrivals }) => arrivals.map(({ sha256 }) => [sha256, id] as const)));
      for (const [at, place] of places.entries()) {
        const report = reports[at];
        if (report === undefined) throw new Error('a station did not report');
        if (report.ended === 'limit')
          tally.complaints.push(`${title}, ${wayOf(at).name}: not everything came to its end within the time limit`);
        await judge(tally, {
          title: `${title}, ${wayOf(at).name}`,
          ...{ arrivals: place.arrivals, reports: [report], service, folders: [place.folder, place.dataDirectory] },
          ...(wayOf(at).writesXml ? { out: place.out } : {}),
          // What nobody gave is complained of at each.
          isForeign: (sha256) => (owners.get(sha256) ?? place.id) !== place.id,
          ...more,
        });
      }
    },
  };
}

/** The reports of a process that was to end by itself. Throws where it did not. */
export function reportsOf(end: StationEnd): readonly StationReport[] {
  if (end.kind === 'reported') return end.reports;
  throw new Error(end.kind === 'killed' ? 'killed by somebody else' : `a station failed: ${end.why}`);
}
