import type { Command } from 'commander';
import type { Outcome } from '../../../../shared/faults.ts';
import { settingsSchema, type Settings } from '../../../../shared/settings.ts';
import { failure, success } from '../../../engine/faults/fault.ts';
import { misuse } from '../../../engine/faults/usage-sentences.ts';
import { createTeamSchema } from '../../../engine/team/postgres/found.ts';
import { joinStation, leaveStation, lookAtTeam, ownerAccess, type OwnerAccess } from '../../../host/team/membership.ts';
import { withCommonFlags, type CommandContext } from '../../command-context.ts';
import { announceSettingsChanged } from '../../control/ask-control.ts';
import { exitStatus } from '../../exit-status.ts';
import { helpNote } from '../../help/speak-help.ts';
import { askLine, readPiped } from '../../input.ts';
import { tableLines } from '../../output/table.ts';
import { teamWordsIn } from '../../output/team-words.ts';
import type { Terminal } from '../../output/terminal.ts';
import { safeText } from '../../output/text.ts';
import type { CommonOptions, Station } from '../../station.ts';
import { withStation, type Ending } from '../with-station.ts';

interface OwnerOptions extends CommonOptions {
  readonly address?: string;
  readonly user?: string;
  readonly schema?: string;
  readonly unencrypted?: boolean;
  readonly passwordStdin?: boolean;
}

/** Registers `mailroom team [status|create|join|leave]`: what stations share in a PostgreSQL database. */
export function registerTeam(program: Command, context: CommandContext): void {
  const team = program
    .command('team')
    .description('share with other stations, through a PostgreSQL database, what has been sent already')
    .addHelpText(
      'after',
      helpNote(
        'Examples:\n  mailroom team create --address postgres://db.example:5432/mailroom --user postgres\n' +
          '  mailroom team join --address postgres://db.example:5432/mailroom --user postgres\n  mailroom team',
      ),
    );
  withCommonFlags(team.command('status', { isDefault: true }))
    .description('the team of this station, and which of its stations are there')
    .action((options: CommonOptions) => withStation(context, options, status));
  withOwner(team.command('create'))
    .description('make the schema and roles of a team, or bring those of an earlier Mailroom up to date')
    .action((options: OwnerOptions) =>
      withStation(context, options, (station, terminal) => create(context, options, station, terminal)),
    );
  withOwner(team.command('join'))
    .description('make this station a member, with a login of its own whose password is in the keychain')
    .action((options: OwnerOptions) =>
      withStation(context, options, (station, terminal) => join(context, options, station, terminal)),
    );
  withCommonFlags(team.command('leave'))
    .description('leave the team: its database forgets the password of this station, which works alone from then on')
    .action((options: CommonOptions) => withStation(context, options, leave));
}

function withOwner(command: Command): Command {
  return withCommonFlags(command)
    .option('--address <url>', 'database of the team: postgres://host:5432/database')
    .option('--user <name>', 'database user who may make roles; neither name nor password is kept')
    .option('--schema <name>', 'schema of the team (default: mailroom)')
    .option('--unencrypted', 'no TLS: only for a database on this computer, or to try it out')
    .option('--password-stdin', 'read the password of that user from stdin; it is never taken as an argument');
}

/** What an administrator gave, by flags or asked for; null: they left. */
async function givenBy(
  context: CommandContext,
  options: OwnerOptions,
  { team }: Settings,
  terminal: Terminal,
): Promise<Outcome<OwnerAccess> | null> {
  const words = teamWordsIn(terminal.language);
  const address = options.address ?? team.address;
  if (address === undefined) return misuse('no-team-address');
  const schema = settingsSchema.shape.team.safeParse({ schema: options.schema ?? team.schema });
  if (!schema.success) return failure('settings-invalid', { field: 'team.schema', problem: 'wrong-form' });
  const isAsked = context.stdin.isTTY === true && !terminal.json && options.passwordStdin !== true;
  const ask = async (question: string, secret: boolean): Promise<string | null> => {
    if (!isAsked) return '';
    const answer = await askLine(context, question, secret);
    return answer.kind === 'text' ? answer.text : null;
  };
  const user = options.user ?? (await ask(words.askUser, false));
  if (user === null) return null;
  if (user === '') return misuse('no-team-user');
  const password =
    options.passwordStdin === true
      ? ((await readPiped(context.stdin))?.replace(/\r?\n$/u, '') ?? '')
      : await ask(words.askPassword, true);
  if (password === null) return null;
  if (options.unencrypted === true) terminal.note(words.open);
  const encryption = options.unencrypted === true ? 'none' : 'verified';
  return success({ address, user, password, encryption, schema: schema.data.schema });
}

async function create(
  context: CommandContext,
  options: OwnerOptions,
  { settings }: Station,
  terminal: Terminal,
): Promise<Ending> {
  const words = teamWordsIn(terminal.language);
  const given = await givenBy(context, options, settings, terminal);
  if (given === null) return left(terminal);
  if (!given.ok) return given;
  const owner = ownerAccess(given.value, settings.network);
  if (!owner.ok) return owner;
  const made = await createTeamSchema(owner.value, given.value.schema);
  if (!made.ok) return made;
  const { schema } = given.value;
  terminal.object({ event: 'team-created', schema, migrated: made.value.migrated });
  terminal.line(made.value.migrated === 0 ? words.upToDate : words.created(schema));
  return success(exitStatus.ok);
}

async function join(
  context: CommandContext,
  options: OwnerOptions,
  { settings, store, ports, dataDirectory }: Station,
  terminal: Terminal,
): Promise<Ending> {
  const given = await givenBy(context, options, settings, terminal);
  if (given === null) return left(terminal);
  if (!given.ok) return given;
  const joined = await joinStation({ store, secrets: ports.secrets }, settings, given.value);
  if (!joined.ok) return joined;
  await announceSettingsChanged(dataDirectory);
  terminal.object({ event: 'team-joined', address: given.value.address, schema: given.value.schema });
  terminal.line(teamWordsIn(terminal.language).joined);
  return success(exitStatus.ok);
}

async function leave({ settings, store, ports, dataDirectory }: Station, terminal: Terminal): Promise<Ending> {
  if (settings.team.address === undefined) {
    terminal.line(teamWordsIn(terminal.language).alone);
    return success(exitStatus.ok);
  }
  const gone = await leaveStation({ store, secrets: ports.secrets }, { ports, settings });
  if (!gone.ok) return gone;
  await announceSettingsChanged(dataDirectory);
  terminal.object({ event: 'team-left' });
  terminal.line(teamWordsIn(terminal.language).left);
  return success(exitStatus.ok);
}

function left(terminal: Terminal): Ending {
  terminal.note(teamWordsIn(terminal.language).nothingDone);
  return success(exitStatus.interrupted);
}

async function status({ settings, ports }: Station, terminal: Terminal): Promise<Ending> {
  const words = teamWordsIn(terminal.language);
  const { address = '', schema } = settings.team;
  const found = await lookAtTeam({ ports, settings });
  if (!found.ok) return found;
  if (found.value === null) {
    terminal.object({ event: 'team', joined: false });
    terminal.line(words.alone);
    return success(exitStatus.ok);
  }
  terminal.object({ event: 'team', joined: true, address, schema });
  terminal.line(words.member(safeText(address), schema));
  for (const each of found.value) terminal.object({ event: 'team-station', ...each });
  const columns = words.columns.map(
    (title, index) => ({ title, kind: index === 0 ? 'name' : 'text', min: 8 }) as const,
  );
  const rows = found.value.map(({ id, name, present, left: hasLeft, joinedAt }) => ({
    cells: [
      id === settings.station.id ? words.this(safeText(name)) : safeText(name),
      hasLeft ? words.gone : present ? words.present : words.silent,
      new Date(joinedAt).toISOString().slice(0, 10),
    ],
  }));
  for (const line of tableLines(columns, rows, terminal.columns())) terminal.line(line);
  return success(exitStatus.ok);
}
