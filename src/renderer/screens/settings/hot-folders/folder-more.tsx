import { useState, type ReactElement } from 'react';
import { caseRuleSchema } from '../../../../shared/case-rule.ts';
import type { HotFolder, IntakeRule, Settings } from '../../../../shared/settings.ts';
import { classes } from '../../../components/classes.ts';
import { Section } from '../../../components/section.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { ListField } from '../fields/list-field.tsx';
import { FormEditor } from '../index-fields/form-editor.tsx';
import { CaseRuleFields } from '../rules/case-rule-fields.tsx';
import { ExportRuleFields } from '../rules/export-rule-fields.tsx';
import { AfterField, DuplicateDaysField, DuplicatesField, ModeField } from '../rules/rule-fields.tsx';
import styles from '../settings.module.css';
import { keepDraft, newFolder, setParts } from './folder-drafts.ts';
import { FolderFiles } from './folder-files.tsx';
import { BatchFields } from './folder-form.tsx';
import { FolderPaper } from './folder-paper.tsx';
import type { FolderProblems } from './folder-problems.ts';
import { FolderTimes } from './folder-times.tsx';

/** What a clerk seldom needs of a hot folder. It says what is set in it, and opens where something in it keeps the folder from being saved. */
export function FolderMore({
  draft,
  settings,
  problems,
  tries,
  disabled,
}: {
  readonly draft: HotFolder;
  readonly settings: Settings;
  readonly problems: FolderProblems;
  /** How often saving was tried. */
  readonly tries: number;
  readonly disabled: boolean;
}): ReactElement {
  const say = useText('hotFolders');
  const shared = useText('shared');
  const [open, setOpen] = useState(false);
  const [seenTries, setSeenTries] = useState(tries);
  if (seenTries !== tries) {
    setSeenTries(tries);
    if (problems.export === 'export-incomplete' || problems.fields !== undefined) setOpen(true);
  }
  const { rule } = draft;
  const { export: xml } = rule;
  const change = (changes: Partial<HotFolder>): void => keepDraft({ ...draft, ...changes });
  const changeRule = (changes: Partial<IntakeRule>): void => change({ rule: { ...rule, ...changes } });
  const set = setParts(draft, newFolder(draft.folder, settings, null)).map((part) => say(part));
  return (
    <Section
      title={shared('more')}
      open={open}
      onToggle={setOpen}
      aside={set.length > 0 && <span className={styles['hint']}>{say('set-here', { parts: set.join(', ') })}</span>}
    >
      <div className={form['form']}>
        <div className={form['grid']}>
          <RuleFields rule={rule} settings={settings} disabled={disabled} onChange={(next) => change({ rule: next })} />
          <div className={classes(form['code'])}>
            <ListField
              label={say('ignore')}
              value={draft.ignore}
              hint={say('ignore-hint')}
              disabled={disabled}
              onChange={(ignore) => change({ ignore })}
            />
          </div>
          <FolderPaper rule={rule} disabled={disabled} onChange={(next) => change({ rule: next })} />
          <FolderFiles draft={draft} disabled={disabled} onChange={change} />
        </div>
      </div>
      <div className={styles['part']}>
        {' '}
        <FormEditor
          fields={rule.fields}
          tries={tries}
          disabled={disabled}
          hasFolders
          onChange={(fields) => {
            const { fields: before, ...others } = rule;
            if (fields !== before) change({ rule: fields === undefined ? others : { ...others, fields } });
          }}
        />
      </div>
      {xml !== undefined && (
        <section className={styles['part']} aria-label={say('part-xml')}>
          <h4>{say('part-xml')}</h4>
          <ExportRuleFields
            rule={xml}
            withFolder={false}
            disabled={disabled}
            onChange={(next) => changeRule({ export: next })}
          />
        </section>
      )}
      <FolderTimes draft={draft} disabled={disabled} onChange={keepDraft} />
    </Section>
  );
}

/** What becomes of files and of their originals, and of what was taken in before. Cells of the form's grid. */
function RuleFields({
  rule,
  settings,
  disabled,
  onChange,
}: {
  readonly rule: IntakeRule;
  readonly settings: Settings;
  readonly disabled: boolean;
  readonly onChange: (rule: IntakeRule) => void;
}): ReactElement {
  const change = (changes: Partial<IntakeRule>): void => onChange({ ...rule, ...changes });
  const setDays = (days: number | null): void => {
    const { duplicateDays: before, ...others } = rule;
    if (days !== (before ?? null)) onChange(days === null ? others : { ...others, duplicateDays: days });
  };
  const setMode = (mode: IntakeRule['mode']): void =>
    change({
      mode,
      ...(mode === 'case' ? { case: rule.case ?? settings.intake.case ?? caseRuleSchema.parse({}) } : {}),
    });
  return (
    <>
      <div className={form['third']}>
        <ModeField value={rule.mode} disabled={disabled} onChange={setMode} />
      </div>
      {rule.mode === 'case' && (
        <CaseRuleFields
          rule={rule.case ?? caseRuleSchema.parse({})}
          disabled={disabled}
          onChange={(next) => change({ case: next })}
        />
      )}
      {rule.mode === 'batch' && <BatchFields rule={rule} disabled={disabled} onChange={change} />}
      <div className={form['third']}>
        <AfterField value={rule.after} disabled={disabled} onChange={(after) => change({ after })} />
      </div>
      <div className={form['third']}>
        <DuplicatesField
          value={rule.duplicates}
          disabled={disabled}
          onChange={(duplicates) => change({ duplicates })}
        />
      </div>
      <div className={form['third']}>
        <DuplicateDaysField value={rule.duplicateDays ?? null} disabled={disabled} onChange={setDays} />
      </div>
    </>
  );
}
