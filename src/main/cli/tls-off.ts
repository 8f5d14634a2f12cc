import { systemLanguage } from '../host/system-language.ts';
import type { CommandContext } from './command-context.ts';

const words = {
  en: 'NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always checked. Name your certificate authority in network.certificateAuthorities.',
  de: 'NODE_TLS_REJECT_UNAUTHORIZED wird nicht beachtet: Zertifikate werden immer geprüft. Die eigene Zertifizierungsstelle in network.certificateAuthorities eintragen.',
} as const;

/** Says that certificates are checked all the same where the environment wants that turned off. */
export function ignoreTlsOff({ environment, stderr }: Pick<CommandContext, 'environment' | 'stderr'>): void {
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  stderr.write(`${words[systemLanguage(environment)]}\n`);
}
