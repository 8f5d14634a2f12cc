import type { ReactElement } from 'react';
import type { HotFolder } from '../../../../shared/settings.ts';
import { Section } from '../../../components/section.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { NumberField } from '../fields/number-field.tsx';

const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;

/** How long is waited for what; folded away, since the defaults fit nearly everywhere. */
export function FolderTimes({
  draft,
  disabled,
  onChange,
}: {
  readonly draft: HotFolder;
  readonly disabled: boolean;
  readonly onChange: (draft: HotFolder) => void;
}): ReactElement {
  const say = useText('hotFolders');
  const times = [
    ['rescan', draft.rescanMs, second, 0.2, (rescanMs: number) => ({ ...draft, rescanMs })],
    ['quiet', draft.quietMs, second, 0.05, (quietMs: number) => ({ ...draft, quietMs })],
    ['quiet-text', draft.quietTextMs, second, 0.05, (quietTextMs: number) => ({ ...draft, quietTextMs })],
    ['hold-after', draft.holdAfterMs, minute, 1 / 60, (holdAfterMs: number) => ({ ...draft, holdAfterMs })],
    ['sidecar-wait', draft.sidecarWaitMs, minute, 1 / 60, (sidecarWaitMs: number) => ({ ...draft, sidecarWaitMs })],
    ['lease', draft.claimLeaseMs, minute, 1 / 60, (claimLeaseMs: number) => ({ ...draft, claimLeaseMs })],
    [
      'settle-limit',
      draft.rule.settleLimitMs,
      hour,
      0.01,
      (settleLimitMs: number) => ({ ...draft, rule: { ...draft.rule, settleLimitMs } }),
    ],
  ] as const;
  return (
    <Section title={say('times')} open={false}>
      <div className={form['form']}>
        <div className={form['grid']}>
          {times.map(([key, value, unit, min, changed]) => (
            <div key={key} className={form['third']}>
              <NumberField
                label={say(key)}
                unit={say(unit === second ? 'unit-seconds' : unit === minute ? 'unit-minutes' : 'unit-hours')}
                value={value / unit}
                min={min}
                hint={say(`${key}-hint`)}
                invalid={say('too-small')}
                disabled={disabled}
                onChange={(figure) => {
                  if (figure !== null) onChange(changed(Math.round(figure * unit)));
                }}
              />
            </div>
          ))}
        </div>
      </div>
    </Section>
  );
}
