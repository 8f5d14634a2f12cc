import type { ReactElement } from 'react';
import type { Settings } from '../../../../shared/settings.ts';
import { Switch } from '../../../components/fields/check-fields.tsx';
import { ReasonCard } from '../../../components/marks.tsx';
import { useStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import { SettingLine } from '../setting-group.tsx';
import styles from '../settings.module.css';
import { useSetting } from '../use-setting.ts';
import type { ConnectionDraft, ConnectionProblems } from './connection-drafts.ts';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionUse } from './connection-use.tsx';

/** The chosen connection: why work waits for it, its fields, and whether it is the one for what people bring. */
export function ChosenConnection({
  draft,
  title,
  settings,
  practice,
  locked,
  problems,
}: {
  readonly draft: ConnectionDraft;
  readonly title: string;
  readonly settings: Settings;
  readonly practice: boolean;
  readonly locked: boolean;
  readonly problems: ConnectionProblems | null;
}): ReactElement {
  const say = useText('connections');
  const practiceRuns = useStation((state) => (state.info?.practiceConnectionId ?? null) !== null);
  const block = useStation((state) =>
    state.blocks.find(({ scope, connectionId }) => scope === 'connection' && connectionId === draft.id),
  );
  const standard = useSetting(settings, 'defaultConnection', (all) => all.defaultConnection);
  const first = settings.connections[0]?.id;
  const isStandard = (standard.value ?? first) === draft.id;
  return (
    <div className={styles['chosen']}>
      <div className={styles['subhead']}>
        <h3>{title}</h3>
      </div>
      {block !== undefined && <ReasonCard title={say('waits')} fault={block.fault} />}
      <ConnectionForm draft={draft} problems={problems} disabled={practice || locked} practice={practice} />
      {!draft.isNew && (
        <SettingLine setting={standard}>
          <Switch
            label={say('standard')}
            hint={say(practiceRuns ? 'standard-practice' : isStandard ? 'standard-is' : 'standard-hint')}
            selected={isStandard}
            disabled={standard.locked || practiceRuns || isStandard}
            onChange={() => standard.save(draft.id)}
          />
        </SettingLine>
      )}
      {!draft.isNew && <ConnectionUse connectionId={draft.id} settings={settings} />}
    </div>
  );
}
