import { Check, CircleX, FlaskConical, Hourglass, KeyRound, PenLine, Plug } from 'lucide-react';
import type { ReactElement } from 'react';
import { Chip } from '../../../components/marks.tsx';
import { useStation } from '../../../stores/station.ts';
import { formatTime } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { useConnectionDrafts } from './connection-drafts.ts';

/** How a connection stands, with icon and word; filled only where a person must act. */
export function ConnectionState({ id, changed }: { readonly id: string; readonly changed: boolean }): ReactElement {
  const say = useText('connections');
  const block = useStation((state) =>
    state.blocks.find(({ scope, connectionId }) => scope === 'connection' && connectionId === id),
  );
  const practice = useStation((state) => state.info?.practiceConnectionId === id);
  const result = useConnectionDrafts((state) => state.results[id]);
  if (changed) return <Chip icon={<PenLine aria-hidden />}>{say('not-saved')}</Chip>;
  const fault = block?.fault ?? (result !== undefined && 'fault' in result ? result.fault : undefined);
  if (fault !== undefined) {
    if (
      fault.code === 'sign-in-refused' ||
      fault.code === 'credentials-missing' ||
      fault.code === 'credentials-elsewhere' ||
      fault.code === 'scope-missing'
    ) {
      return (
        <Chip kind="critical" icon={<CircleX aria-hidden />}>
          {say('credentials-refused')}
        </Chip>
      );
    }
    if (fault.code === 'keychain-locked' || fault.code === 'keychain-missing') {
      return (
        <Chip kind="caution" icon={<KeyRound aria-hidden />}>
          {say(fault.code)}
        </Chip>
      );
    }
    return <Chip icon={<Hourglass aria-hidden />}>{say('not-reachable')}</Chip>;
  }
  if (practice) return <Chip icon={<FlaskConical aria-hidden />}>{say('in-use')}</Chip>;
  if (result !== undefined) {
    return (
      <Chip kind="positive" icon={<Check aria-hidden />}>
        {say('tested', { time: formatTime(result.at) })}
      </Chip>
    );
  }
  return <Chip icon={<Plug aria-hidden />}>{say('in-use')}</Chip>;
}
