import type { ReactElement } from 'react';
import { useState } from 'react';
import type { CaseRule } from '../../../../shared/case-rule.ts';
import { caseRuleSchema } from '../../../../shared/case-rule.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { useStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import { CaseRuleFields, caseRuleFits } from '../rules/case-rule-fields.tsx';
import { DropFields } from './drop-fields.tsx';
import { ExportDefault } from './export-default.tsx';
import form from '../fields/form.module.css';
import { PlainPage } from './plain-page.tsx';
import { ProjectField } from '../rules/project-field.tsx';
import { AfterField, DuplicateDaysField, DuplicatesField, ModeField } from '../rules/rule-fields.tsx';
import type { SectionProps } from '../section-props.ts';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import styles from '../settings.module.css';
import { useSetting } from '../use-setting.ts';

/** What dropped and pasted files get, and what a new hot folder begins with. */
export function IntakeSection({ settings }: SectionProps): ReactElement {
  const say = useText('settings');
  const practiceId = useStation((state) => state.info?.practiceConnectionId ?? null);
  const mode = useSetting(settings, 'intake.mode', (all) => all.intake.mode);
  const cases = useSetting(settings, 'intake.case', (all) => all.intake.case);
  const after = useSetting(settings, 'intake.after', (all) => all.intake.after);
  const duplicates = useSetting(settings, 'intake.duplicates', (all) => all.intake.duplicates);
  const days = useSetting(settings, 'intake.duplicateDays', (all) => all.intake.duplicateDays);
  const caseWords = useText('caseRule');
  const saveCases = (rule: CaseRule): void => {
    if (caseRuleFits(rule)) cases.save(rule);
  };
  const [typedDays, setTypedDays] = useState<number | null | undefined>(undefined);
  return (
    <PlainPage
      title={say('intake')}
      below={
        <>
          <DropFields settings={settings} />
          <ExportDefault settings={settings} />
        </>
      }
    >
      <SettingGroup title={say('projects')} text={say('projects-text')}>
        {settings.connections.map(({ id, name }) => (
          <DefaultProject
            key={id}
            settings={settings}
            connectionId={id}
            label={id === practiceId ? say('practice-service') : name}
          />
        ))}
        {settings.connections.length === 0 && <p className={styles['hint']}>{say('no-connections')}</p>}
      </SettingGroup>
      <SettingGroup title={say('files-title')} text={say('files-text')}>
        <SettingLine setting={mode}>
          <ModeField value={mode.value} onChange={mode.save} disabled={mode.locked} />
        </SettingLine>
        <SettingLine setting={after}>
          <AfterField value={after.value} onChange={after.save} disabled={after.locked} />
        </SettingLine>
      </SettingGroup>
      {mode.value === 'case' && (
        <SettingGroup title={caseWords('title')} text={caseWords('text')}>
          <SettingLine setting={cases}>
            <div className={form['form']}>
              <div className={form['grid']}>
                <CaseRuleFields
                  rule={cases.value ?? caseRuleSchema.parse({})}
                  disabled={cases.locked}
                  onChange={saveCases}
                />
              </div>
            </div>
          </SettingLine>
        </SettingGroup>
      )}
      <SettingGroup title={say('duplicates')} text={say('duplicates-text')}>
        <SettingLine setting={duplicates}>
          <DuplicatesField value={duplicates.value} onChange={duplicates.save} disabled={duplicates.locked} />
        </SettingLine>
        <SettingLine setting={days}>
          <DuplicateDaysField
            value={typedDays === undefined ? (days.value ?? null) : typedDays}
            disabled={days.locked}
            onChange={setTypedDays}
            onDone={() => {
              if (typedDays === undefined) return;
              setTypedDays(undefined);
              days.save(typedDays ?? undefined);
            }}
          />
        </SettingLine>
      </SettingGroup>
    </PlainPage>
  );
}

function DefaultProject({
  settings,
  connectionId,
  label,
}: {
  readonly settings: Settings;
  readonly connectionId: string;
  readonly label: string;
}): ReactElement {
  const say = useText('settings');
  const setting = useSetting(settings, `intake.projects.${connectionId}`, (all) => all.intake.projects[connectionId]);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <SettingLine setting={setting}>
      <ProjectField
        connectionId={connectionId}
        label={label}
        value={typed ?? setting.value ?? ''}
        noneLabel={say('ask-each-time')}
        disabled={setting.locked}
        onChange={setTyped}
        onDone={(projectId) => {
          setTyped(null);
          setting.save(projectId === '' ? undefined : projectId);
        }}
      />
    </SettingLine>
  );
}
