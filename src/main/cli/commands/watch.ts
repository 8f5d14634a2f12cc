import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { hotFolderSchema, type HotFolder, type IntakeRule } from '../../../shared/settings.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { afterActions } from '../../../shared/item.ts';
import type { ItemView } from '../../../shared/views.ts';
import type { Engine } from '../../engine/engine.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import type { Log } from '../../engine/platform/ports.ts';
import { overlapIn } from '../../engine/settings/overlaps.ts';
import { failWith, speakAs, terminalOf, withCommonFlags, type CommandContext } from '../command-context.ts';
import { systemClock } from '../../host/node-ports.ts';
import { createSystemLog } from '../../host/system-log/system-log.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { createStationMetrics } from '../../host/metrics/station-metrics.ts';
import type { MetricsTarget } from '../../host/metrics/publish-metrics.ts';
import { helpNote } from '../help/speak-help.ts';
import { noticesTo } from '../output/notices.ts';
import { safeText } from '../output/text.ts';
import { connectionOf, openStation, type CommonOptions } from '../station.ts';
import { startFirstLook } from '../run/first-look.ts';
import { choice, duration, flagOf } from '../run/flag-values.ts';
import { paperRuleOf, withPaperFlags, type PaperFlags } from '../run/paper-flags.ts';
import { ruleOf, watchSourceId, type RuleFlags } from '../run/rule-flags.ts';
import { collect, withRuleFlags } from '../run/rule-options.ts';
import { runToEnd } from '../run/run-to-end.ts';
import { systemdOf } from '../run/systemd.ts';
import { withEngine } from '../run/with-engine.ts';

/** A run with an end does not wait for a file that stands still so long (ms) and is not whole: it is held, and named. */
const onceHoldAfterMs = 30_000;

const words = { en: 'Metrics', de: 'Kennzahlen' } as const;

const untilStages = ['submitted', 'settled', 'handed-over'] as const;

/** What a run ends with that nothing kept from going on: held files are no end of it. */
const inOrder: readonly ExitStatus[] = [exitStatus.ok, exitStatus.someFailed, exitStatus.interrupted];

interface WatchOptions extends CommonOptions, RuleFlags, PaperFlags {
  readonly once?: boolean;
  readonly until: (typeof untilStages)[number];
  readonly waitLimit: number;
  readonly recursive?: boolean;
  readonly ignore?: readonly string[];
  readonly networkShare?: boolean;
  readonly sidecars?: boolean;
  readonly sidecarWait?: number;
  readonly claim?: boolean;
  readonly claimLease: number;
  readonly metrics?: MetricsTarget;
}

/** Registers `mailroom watch FOLDER…`: takes in what is there and what comes. */
export function registerWatch(program: Command, context: CommandContext): void {
  const command = withPaperFlags(withRuleFlags(withCommonFlags(program.command('watch <folder...>'))))
    .description('take in what lies in the folders and what comes, until it is interrupted or, with --once, done')
    .addOption(
      choice(
        '--after <action>',
        'what becomes of the originals: keep, delete or move (default: as set, else keep)',
        afterActions,
      ),
    )
    .option('--once', 'end when all that was found is settled and exported')
    .addOption(
      choice(
        '--until <stage>',
        'with --once: submitted, settled (and exported), or handed-over (the target system has answered)',
        untilStages,
      ).default('settled'),
    )
    .addOption(
      duration('--wait-limit <duration>', 'with --once: name what is not done by then and end with 1').default(
        1_800_000,
        '30m',
      ),
    )
    .option('--no-recursive', 'leave out subfolders')
    .option('--ignore <pattern>', 'further names or paths to ignore, such as *.bak', collect)
    .option('--network-share', 'look by polling, with longer quiet times')
    .option(
      '--claim',
      'several stations share the folders: each file is taken by one of them (needs write access there)',
    )
    .addOption(
      duration('--claim-lease <duration>', 'with --claim: a station not heard of for so long is gone', 1_000).default(
        120_000,
        '2m',
      ),
    )
    .addOption(
      flagOf('--metrics <port|file>', 'figures for Prometheus: at a port of this computer, or in a file', (_, text) =>
        success(/^\d+$/u.test(text) ? { port: Number(text) } : { file: resolve(text) }),
      ),
    )
    .option('--no-sidecars', 'take .json, .xml and .csv beside a document as documents of their own')
    .addOption(
      duration(
        '--sidecar-wait <duration>',
        'how long .json, .xml and .csv wait for their document before they are held (default: 10m, with --once 5s)',
        1_000,
      ),
    )
    .addHelpText(
      'after',
      helpNote('Example:\n  mailroom watch ./inbox --project accounts-payable --once --export ./xml'),
    );
  command.action((folders: string[], options: WatchOptions) => watch(context, folders, options));
}

async function watch(context: CommandContext, folders: readonly string[], options: WatchOptions): Promise<void> {
  let log: Log | null = null;
  const systemLog = createSystemLog(context.environment, () => log?.error('system-log-not-written'), systemClock);
  const terminal = terminalOf(context, options, (fault, path) => systemLog.fault(fault, path !== undefined));
  const startedAt = Date.now();
  const notices = noticesTo(terminal);
  const station = await openStation(options, context.environment, {
    notify(notice) {
      // The terminal has no fault of theirs, but their own lines.
      if (notice.kind === 'held' && notice.fault !== undefined) systemLog.fault(notice.fault, true);
      notices.notify(notice);
    },
  });
  if (!station.ok) return failWith(context, terminal, station.fault);
  log = station.value.ports.log;
  systemLog.follow(station.value.settings.log.system);
  speakAs(terminal, station.value.settings);
  const connection = connectionOf(station.value);
  if (!connection.ok) return failWith(context, terminal, connection.fault);
  const rule = ruleOf(options, connection.value.id, station.value.settings.intake);
  if (!rule.ok) return failWith(context, terminal, rule.fault);
  const paper = paperRuleOf(options);
  if (!paper.ok) return failWith(context, terminal, paper.fault);
  const whole = paper.value === null ? rule.value : { ...rule.value, paper: paper.value };
  const sources = sourcesOf(folders, options, whole);
  if (!sources.ok) return failWith(context, terminal, sources.fault);
  const { dataDirectory, settings } = station.value;
  const overlap = await overlapIn({ ...settings, hotFolders: [...sources.value] }, dataDirectory);
  if (overlap !== null) return failWith(context, terminal, overlap);

  const systemd = systemdOf(context.environment);
  const sourceIds = sources.value.map(({ id }) => id);
  const concerns = ({ sourceId }: ItemView): boolean => sourceIds.includes(sourceId);
  let working: Engine | null = null;
  const metrics = createStationMetrics(
    () => working,
    () => station.value.ports.log,
  );
  const measured = { ...station.value, ports: { ...station.value.ports, measured: metrics.measured } };
  try {
    const published = await metrics.follow(options.metrics ?? settings.metrics);
    // What was asked for here has to be; a setting of all runs keeps no file from coming in.
    if (!published.ok && options.metrics !== undefined) return failWith(context, terminal, published.fault);
    if (!published.ok) terminal.fault(published.fault);
    for (const place of published.ok ? published.value : [])
      terminal.note(`${words[terminal.language]}: ${safeText(place)}.`);
    const worked = await withEngine(measured, terminal, concerns, async (engine, reporting) => {
      working = engine;
      if (engine.recovered !== null) terminal.fault(engine.recovered);
      for (const source of sources.value) {
        const added = await engine.dispatch({ name: 'source.add', source });
        if (!added.ok) return failWith(context, terminal, added.fault);
      }
      const firstLook = startFirstLook(engine, whole);
      await systemd.ready();
      systemLog.started();
      const run = await runToEnd({
        engine,
        terminal,
        sourceIds,
        until: options.once === true ? options.until : null,
        limitMs: options.waitLimit,
        interrupted: context.interrupted,
        startedAt,
        reporting,
        firstLook,
        onLook: systemd.alive,
      });
      context.finish(run.status);
      systemLog.ended(inOrder.includes(run.status));
      await systemd.stopping();
    });
    if (!worked.ok) failWith(context, terminal, worked.fault);
  } catch (error) {
    // Also where all was done and the engine could not end.
    systemLog.ended(false);
    throw error;
  } finally {
    await metrics.close();
    station.value.ports.close();
    await systemLog.close();
  }
}

function sourcesOf(folders: readonly string[], options: WatchOptions, rule: IntakeRule): Outcome<readonly HotFolder[]> {
  const sources: HotFolder[] = [];
  for (const name of folders) {
    const folder = resolve(name);
    if (!existsSync(folder)) return failure('folder-missing', { folder: name });
    if (!statSync(folder).isDirectory()) {
      return misuse('no-folder', { given: name });
    }
    sources.push(
      hotFolderSchema.parse({
        id: watchSourceId(folder, rule),
        name: basename(folder),
        folder,
        recursive: options.recursive !== false,
        ignore: [...(options.ignore ?? [])],
        networkShare: options.networkShare === true,
        sidecars: options.sidecars !== false,
        claim: options.claim === true,
        ...(options.once === true ? { holdAfterMs: onceHoldAfterMs } : {}),
        claimLeaseMs: options.claimLease,
        sidecarWaitMs: options.sidecarWait ?? (options.once === true ? 5_000 : 600_000),
        rule,
      }),
    );
  }
  return success(sources);
}
