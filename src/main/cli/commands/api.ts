import type { Command } from 'commander';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { openApiDocument } from '../../engine/service/openapi/document.ts';
import { keysLeftOut } from '../../engine/service/operations/rules.ts';
import { findOperation, operationTable } from '../../engine/service/operations/table.ts';
import { bodyFor, pairsOf, queryFor } from '../api/input.ts';
import { writeDownload } from '../api/download.ts';
import { operationHelp } from '../api/operation-help.ts';
import { useService } from '../api/with-service.ts';
import { personCall } from '../../engine/service/client.ts';
import { isDownload, type Operation, type OperationInput } from '../../engine/service/operations/operation.ts';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { helpLanguageOf, helpNote } from '../help/speak-help.ts';
import { exitStatus } from '../exit-status.ts';
import { sayTable } from '../output/say-table.ts';
import { laidOut, safeJson } from '../output/json-text.ts';
import { serviceWordsIn } from '../output/service-words.ts';
import { serviceSaid, type Terminal } from '../output/terminal.ts';
import { safeText } from '../output/text.ts';
import type { CommonOptions } from '../station.ts';
import { withStation, type Ending } from './with-station.ts';

interface ApiOptions extends CommonOptions {
  readonly list?: boolean;
  readonly openapi?: boolean;
  readonly path?: readonly string[];
  readonly query?: readonly string[];
  readonly body?: string;
  readonly out?: string;
}

const gather = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value];

/** Registers `mailroom api OPERATION`: any operation of the service by its name. */
export function registerApi(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('api [operation]'))
    .description('call any operation of the service by its name; the answer goes to stdout')
    .option('--list', 'list the operations')
    .option('--openapi', 'print the interface as an OpenAPI 3.1 document')
    .option('--path <k=v>', 'a value in the path, such as id=…; again for more', gather)
    .option('--query <k=v>', 'a value of the query; again for more, also of one name', gather)
    .option('--body <file>', 'body: JSON, YAML (.yaml), text or the file to upload; - is stdin')
    .option('--out <file>', 'write the answer to a file; never over an existing one')
    .addHelpText(
      'after',
      helpNote(
        'mailroom api OPERATION --help shows what an operation takes.\nExample:\n  mailroom api documents.list --query projectId=accounts-payable --query limit=5',
      ),
    )
    .addHelpText('after', ({ command }) => {
      const asked = findOperation(command.args[0] ?? '');
      return asked === null ? '' : `\n${operationHelp(asked, helpLanguageOf(command)).join('\n')}`;
    })
    .action((name: string | undefined, options: ApiOptions) => {
      if (options.list === true) return withStation(context, options, (_station, terminal) => listOperations(terminal));
      if (options.openapi === true) {
        return withStation(context, options, (_station, terminal) => {
          terminal.raw(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
          return Promise.resolve(success(exitStatus.ok));
        });
      }
      return withStation(context, options, async (station, terminal) => {
        const operation = name === undefined ? null : findOperation(name);
        if (options.project !== undefined) return misuse('project-without-meaning');
        if (operation === null) {
          return name === undefined ? misuse('no-operation') : misuse('operation-unknown', { given: name });
        }
        return useService(station, async (service) => {
          const input = await inputOf(operation, options, context);
          if (!input.ok) return input;
          warnOfLeftOut(input.value.body, terminal);
          const answer = await service.callVerbatim(operation.name, input.value, personCall);
          if (answer.ok) return show(answer.value, options, context, terminal);
          const said = serviceSaid(answer.fault);
          if (said !== null) terminal.note(serviceWordsIn(terminal.language).serviceSaid(said));
          return answer;
        });
      });
    });
}

/** External data whose keys the service leaves out go along, and are told. */
function warnOfLeftOut(body: unknown, terminal: Terminal): void {
  if (typeof body !== 'object' || body === null) return;
  const inner: unknown = 'externalData' in body ? body.externalData : body;
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return;
  const keys = keysLeftOut({ ...inner });
  if (keys.length > 0) terminal.note(serviceWordsIn(terminal.language).keysLeftOut(keys.map(safeText).join(', ')));
}

function listOperations(terminal: Terminal): Promise<Ending> {
  for (const { name, method, path, scope, body, answer, repeat } of operationTable) {
    terminal.object({
      event: 'operation',
      operation: name,
      method,
      path,
      scope: scope?.name ?? null,
      body: body.kind,
      answer: answer.kind,
      safeToRepeat: repeat === 'safe',
    });
  }
  const words = serviceWordsIn(terminal.language);
  sayTable(
    terminal,
    [
      { title: 'Operation', kind: 'text', min: 20 },
      { title: 'Method', kind: 'text', min: 6 },
      { title: 'Path', kind: 'text', min: 20 },
      { title: 'Scope', kind: 'text', min: 12 },
      { title: 'Repeat', kind: 'text', min: 6 },
    ],
    operationTable.map(({ name, method, path, scope, repeat }) => ({
      cells: [name, method, path, scope?.name ?? '', repeat === 'safe' ? words.anyTime : words.afterLook],
    })),
  );
  terminal.line(words.repeat);
  return Promise.resolve(success(exitStatus.ok));
}

async function inputOf(
  operation: Operation,
  options: ApiOptions,
  context: CommandContext,
): Promise<Outcome<OperationInput<unknown, unknown>>> {
  const path = pairsOf('--path', options.path ?? []);
  if (!path.ok) return path;
  const parameters: Record<string, string> = {};
  for (const [name, values] of path.value) {
    if (!operation.path.includes(`{${name}}`)) {
      return misuse('no-such-path-part', { path: operation.path, given: name });
    }
    parameters[name] = values.at(-1) ?? '';
  }
  const query = queryFor(operation, options.query ?? []);
  if (!query.ok) return query;
  const body = await bodyFor(operation, options.body, context.stdin);
  if (!body.ok) return body;
  return success({
    path: parameters,
    ...(query.value === undefined ? {} : { query: query.value }),
    ...body.value,
  });
}

async function show(value: unknown, options: ApiOptions, context: CommandContext, terminal: Terminal): Promise<Ending> {
  if (isDownload(value)) return writeDownload(value, options.out, context, terminal);
  if (value === undefined) {
    terminal.note(serviceWordsIn(terminal.language).nothingAnswered);
    return success(exitStatus.ok);
  }
  const told = typeof value === 'string' ? value : JSON.stringify(value);
  // Laid out without reading it: numbers keep all their digits.
  const text = safeJson(laidOut(told, terminal.json ? 0 : 2));
  if (options.out !== undefined) {
    const bytes = (async function* () {
      yield await Promise.resolve(Buffer.from(`${text}\n`));
    })();
    return writeDownload(
      { mediaType: 'application/json', fileName: null, body: bytes },
      options.out,
      context,
      terminal,
    );
  }
  terminal.raw(`${text}\n`);
  return success(exitStatus.ok);
}
