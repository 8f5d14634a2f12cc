import type { Command } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { ScanProfile } from '../../../shared/scanning.ts';
import type { CommandHandlers, CommandsOf, QueriesOf, QueryHandlers } from '../dispatcher.ts';
import { success } from '../faults/fault.ts';
import { withDiskFault } from './disk-fault.ts';
import type { Scanning } from './scanning.ts';
import type { LiveSession } from './session/live-session.ts';

/** What the commands and queries of scanning need. */
export interface ScanHandlerParts {
  readonly open: () => Promise<Scanning>;
  /** A run brought a profile that no settings have. */
  readonly addProfile: (profile: ScanProfile) => void;
  /** Documents are on their way: their session goes once the journal has them. */
  readonly onSent: () => void;
  readonly inBackground: (what: string, act: () => Promise<void>) => void;
}

/** Maximum wait for the list of scanners or the capabilities of one, ms. */
const patienceMs = 60_000;

function done(outcome: Outcome<unknown>): Outcome<unknown> {
  return outcome.ok ? success({}) : outcome;
}

/** Begins a run, which goes on by itself. */
async function start(
  scanning: Scanning,
  { addProfile, inBackground }: ScanHandlerParts,
  command: Extract<Command, { name: 'scan.start' }>,
): Promise<Outcome<unknown>> {
  const { profile, scannerId, sessionId, pages, trace, place = { kind: 'end' } } = command;
  if (profile !== undefined) addProfile(profile);
  const begun = await scanning.start({
    profileId: profile?.id ?? command.profileId,
    place,
    ...(profile === undefined ? {} : { profile }),
    ...(scannerId === undefined ? {} : { scannerId }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(pages === undefined ? {} : { pages }),
    ...(trace === undefined ? {} : { trace }),
  });
  if (!begun.ok) return begun;
  inBackground('scan', async () => {
    await begun.value.ended;
  });
  return success({ sessionId: begun.value.sessionId });
}

/** The commands and queries of scanning. What the disk refuses is a fault: whoever asks can do something about it. */
export function createScanHandlers(parts: ScanHandlerParts): {
  readonly commands: CommandHandlers<CommandsOf<'scan'>>;
  readonly queries: QueryHandlers<QueriesOf<'scan' | 'scanners'>>;
} {
  const withScanning = (work: (scanning: Scanning) => Promise<Outcome<unknown>>): Promise<Outcome<unknown>> =>
    withDiskFault(async () => work(await parts.open()));
  const inSession = (
    id: string,
    work: (session: LiveSession) => Promise<Outcome<unknown>>,
  ): Promise<Outcome<unknown>> =>
    withScanning(async (scanning) => {
      const session = scanning.find(id);
      return session.ok ? work(session.value) : session;
    });
  return {
    commands: {
      'scan.start': (command) => withScanning((scanning) => start(scanning, parts, command)),
      'scan.stop': ({ sessionId }) =>
        inSession(sessionId, (session) => {
          session.stop('person');
          return Promise.resolve(success({}));
        }),
      'scan.import': ({ profile, profileId, sessionId, paths }) =>
        withScanning((scanning) => {
          if (profile !== undefined) parts.addProfile(profile);
          return scanning.importFiles(profileId, sessionId, paths, profile);
        }),
      'scan.edit-items': ({ itemIds, join }) => withScanning((scanning) => scanning.editItems(itemIds, join)),
      'scan.separate': ({ sessionId, rule }) =>
        inSession(sessionId, async (session) => done(await session.separate(rule))),
      'scan.edit': ({ sessionId, edit }) => inSession(sessionId, async (session) => done(await session.edit(edit))),
      'scan.undo': ({ sessionId }) =>
        inSession(sessionId, async (session) => {
          await session.undo();
          return success({});
        }),
      'scan.send': ({ sessionId, documentIds }) =>
        withScanning(async (scanning) => {
          const sent = await scanning.send(sessionId, documentIds);
          parts.onSent();
          return sent;
        }),
      'scan.save-as': ({ sessionId, folder, documentIds }) =>
        withScanning((scanning) => scanning.saveAs(sessionId, folder, documentIds)),
      'scan.discard': ({ sessionId }) => withScanning(async (scanning) => done(await scanning.discard(sessionId))),
    },
    queries: {
      'scanners.list': () =>
        withScanning(async (scanning) => {
          const found = await scanning.scanners(AbortSignal.timeout(patienceMs));
          return found.ok ? success({ scanners: found.value }) : found;
        }),
      'scanners.capabilities': ({ scannerId }) =>
        withScanning((scanning) => scanning.capabilities(scannerId, AbortSignal.timeout(patienceMs))),
      'scan.sessions': () =>
        withScanning((scanning) => {
          const sessions = [...scanning.sessions()].sort((one, two) => one.startedAt - two.startedAt);
          return Promise.resolve(success({ sessions }));
        }),
      'scan.session': ({ sessionId }) => withScanning((scanning) => Promise.resolve(scanning.session(sessionId))),
      'scan.size': ({ sessionId, documentId, format }) =>
        inSession(sessionId, (session) => session.size(documentId, format)),
    },
  };
}
