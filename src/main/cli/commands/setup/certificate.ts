import { resolve } from 'node:path';
import type { Command } from 'commander';
import { misuse } from '../../../engine/faults/usage-sentences.ts';
import { createKeychain } from '../../../host/keychain.ts';
import { removeCertificate, saveCertificate } from '../../../host/save-certificate.ts';
import { failWith, settingsOf, terminalOf, withCommonFlags, type CommandContext } from '../../command-context.ts';
import { announceSettingsChanged } from '../../control/ask-control.ts';
import { exitStatus } from '../../exit-status.ts';
import { helpNote } from '../../help/speak-help.ts';
import { askLine, readPiped } from '../../input.ts';
import { serviceWordsIn } from '../../output/service-words.ts';
import { safeText } from '../../output/text.ts';
import type { CommonOptions } from '../../station.ts';

interface CertificateOptions extends CommonOptions {
  readonly key?: string;
  readonly passphraseStdin?: boolean;
  readonly remove?: boolean;
}

/** Registers `mailroom certificate`: the certificate that this computer shows to the service, its passphrase in the keychain. */
export function registerCertificate(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('certificate [file]'))
    .description('name the certificate that this computer shows to the service; its passphrase is kept in the keychain')
    .option('--key <file>', 'the key, where a PEM file does not hold it itself')
    .option('--passphrase-stdin', 'read the passphrase from stdin; it is never taken as an argument')
    .option('--remove', 'show none from now on, and forget the passphrase')
    .addHelpText(
      'after',
      helpNote(
        'PFX and PEM files. Nothing is kept unless the key could be opened.\n' +
          'Examples:\n  mailroom certificate station.pfx\n' +
          '  mailroom certificate station.pem --key station.key --passphrase-stdin < passphrase.txt',
      ),
    )
    .action((file: string | undefined, options: CertificateOptions) => certificate(context, file, options));
}

async function certificate(
  context: CommandContext,
  file: string | undefined,
  options: CertificateOptions,
): Promise<void> {
  const terminal = terminalOf(context, options);
  const at = await settingsOf(context, terminal, options);
  if (at === null) return;
  const { dataDirectory, store } = at;
  const words = serviceWordsIn(terminal.language);
  const places = { store, secrets: createKeychain() };
  if (options.remove === true) {
    const removed = await removeCertificate(places);
    if (!removed.ok) return failWith(context, terminal, removed.fault);
    await announceSettingsChanged(dataDirectory);
    terminal.line(words.certificateRemoved);
    context.finish(exitStatus.ok);
    return;
  }
  if (file === undefined) {
    return failWith(context, terminal, misuse('no-certificate').fault);
  }
  const passphrase = await passphraseOf(context, options, words.askPassphrase, terminal.json);
  if (passphrase === null) {
    terminal.note(words.interruptedNothingStored);
    context.finish(exitStatus.interrupted);
    return;
  }
  const keyFile = options.key === undefined ? undefined : resolve(options.key);
  const saved = await saveCertificate(places, { file: resolve(file), keyFile, passphrase });
  if (!saved.ok) {
    terminal.note(words.nothingStored);
    return failWith(context, terminal, saved.fault);
  }
  await announceSettingsChanged(dataDirectory);
  terminal.object({ event: 'certificate', file: resolve(file) });
  terminal.line(words.certificateKept(safeText(resolve(file))));
  context.finish(exitStatus.ok);
}

/** From stdin, else of the environment, else asked for on a terminal; null: they left. */
async function passphraseOf(
  context: CommandContext,
  options: CertificateOptions,
  asked: string,
  json: boolean,
): Promise<string | null> {
  if (options.passphraseStdin === true) return (await readPiped(context.stdin))?.replace(/\r?\n$/u, '') ?? '';
  const fromEnvironment = context.environment['MAILROOM_CERTIFICATE_PASSPHRASE'] ?? '';
  if (fromEnvironment !== '' || context.stdin.isTTY !== true || json) return fromEnvironment;
  const answer = await askLine(context, `${asked} `, true);
  return answer.kind === 'text' ? answer.text : null;
}
