import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ExportRule, Settings } from '../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { Switch } from '../../../components/fields/check-fields.tsx';
import { textOf, useText } from '../../../text/index.ts';
import { ExportRuleFields } from '../rules/export-rule-fields.tsx';
import { exportRuleProblems, newExportRule } from '../rules/export-rule.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import styles from '../settings.module.css';
import { useSetting } from '../use-setting.ts';

/** The export rule that dropped files and new hot folders begin with; kept by its Save. */
export function ExportDefault({ settings }: { readonly settings: Settings }): ReactElement {
  const say = useText('settings');
  const setting = useSetting(settings, 'intake.export', (all) => all.intake.export);
  const [draft, setDraft] = useState<ExportRule | null>(null);
  const rule = draft ?? setting.value;
  return (
    <SettingGroup title={say('xml')} text={say('xml-text')}>
      <SettingLine setting={setting}>
        <Switch
          label={say('xml-switch')}
          selected={rule !== undefined}
          disabled={setting.locked}
          onChange={(on) => {
            setDraft(on ? newExportRule('') : null);
            if (!on && setting.value !== undefined) setting.save(undefined);
          }}
        />
      </SettingLine>
      {rule !== undefined && <ExportRuleFields rule={rule} onChange={setDraft} disabled={setting.locked} />}
      {draft !== null && (
        <div className={styles['actions']}>
          <Button
            kind="primary"
            why={exportRuleProblems(draft).length > 0 ? textOf('shared')('why-fill') : null}
            onPress={() => {
              setting.save(draft);
              setDraft(null);
            }}
          >
            {say('save-rule')}
          </Button>
          <Button onPress={() => setDraft(null)}>{say('discard')}</Button>
        </div>
      )}
    </SettingGroup>
  );
}
