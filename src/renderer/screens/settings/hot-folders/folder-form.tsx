import type { ReactElement } from 'react';
import { caseRuleSchema } from '../../../../shared/case-rule.ts';
import type { HotFolder, IntakeRule, Settings } from '../../../../shared/settings.ts';
import { classes } from '../../../components/classes.ts';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { NumberField } from '../fields/number-field.tsx';
import { PathField } from '../fields/path-field.tsx';
import { CaseRuleFields } from '../rules/case-rule-fields.tsx';
import { ProjectField } from '../rules/project-field.tsx';
import { AfterField, DuplicateDaysField, DuplicatesField, ModeField } from '../rules/rule-fields.tsx';
import { keepDraft, nameOfPath } from './folder-drafts.ts';
import { FolderFiles } from './folder-files.tsx';
import { FolderPaper } from './folder-paper.tsx';
import type { FolderProblems } from './folder-problems.ts';
import { ListField } from '../fields/list-field.tsx';

interface FolderFieldsProps {
  readonly draft: HotFolder;
  readonly settings: Settings;
  readonly problems: FolderProblems;
  readonly disabled: boolean;
  readonly practiceId: string | null;
}

/** Where a hot folder lies, what it is called, and where its files go. */
function FolderPlace({ draft, settings, problems, disabled, practiceId }: FolderFieldsProps): ReactElement {
  const say = useText('hotFolders');
  const { rule } = draft;
  const change = (changes: Partial<HotFolder>): void => keepDraft({ ...draft, ...changes });
  const changeRule = (changes: Partial<IntakeRule>): void => change({ rule: { ...rule, ...changes } });
  return (
    <>
      <div className={form['folder']}>
        <PathField
          label={say('folder')}
          title={say('choose-title')}
          choose={say('choose')}
          value={draft.folder}
          error={problems.folder === undefined ? undefined : say(problems.folder)}
          disabled={disabled}
          onChange={(folder) =>
            change({ folder, ...(draft.name === nameOfPath(draft.folder) ? { name: nameOfPath(folder) } : {}) })
          }
        />
      </div>
      <div className={form['name']}>
        <TextField
          label={say('name')}
          value={draft.name}
          onChange={(name) => change({ name })}
          error={problems.name === undefined ? undefined : say(problems.name)}
          disabled={disabled}
        />
      </div>
      <div className={form['third']}>
        <SelectField
          label={say('connection')}
          value={rule.connectionId === '' ? null : rule.connectionId}
          placeholder={say('choose-connection')}
          options={settings.connections.map(({ id, name }) => ({
            value: id,
            label: id === practiceId ? say('practice') : name,
          }))}
          disabled={disabled}
          onChange={(connectionId) =>
            changeRule({ connectionId, projectId: settings.intake.projects[connectionId] ?? '' })
          }
          {...(problems.connection === undefined ? {} : { hint: say(problems.connection) })}
        />
      </div>
      <div className={form['third']}>
        <ProjectField
          key={rule.connectionId}
          connectionId={rule.connectionId}
          label={say('project')}
          value={rule.projectId}
          error={problems.project === undefined ? undefined : say(problems.project)}
          disabled={disabled}
          onChange={(projectId) => changeRule({ projectId })}
        />
      </div>
    </>
  );
}

/** When a batch is full or waits no longer. */
function BatchFields({
  rule,
  disabled,
  onChange,
}: {
  readonly rule: IntakeRule;
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<IntakeRule>) => void;
}): ReactElement {
  const say = useText('hotFolders');
  return (
    <>
      <div className={form['third']}>
        <NumberField
          label={say('batch-quiet')}
          unit={say('unit-seconds')}
          value={rule.batchQuietMs / 1000}
          min={0.1}
          hint={say('batch-quiet-hint')}
          invalid={say('above-zero')}
          disabled={disabled}
          onChange={(seconds) => {
            if (seconds !== null) onChange({ batchQuietMs: Math.round(seconds * 1000) });
          }}
        />
      </div>
      <div className={form['third']}>
        <NumberField
          label={say('batch-maximum')}
          unit={say('unit-files')}
          value={rule.batchMaximum}
          min={1}
          whole
          invalid={say('whole-above-zero')}
          disabled={disabled}
          onChange={(files) => {
            if (files !== null) onChange({ batchMaximum: files });
          }}
        />
      </div>
    </>
  );
}

/** What each hot folder needs: where it lies, what it is called, where its files go, and what they become. */
export function FolderForm({ draft, settings, problems, disabled, practiceId }: FolderFieldsProps): ReactElement {
  const { rule } = draft;
  const changeRule = (changes: Partial<IntakeRule>): void => keepDraft({ ...draft, rule: { ...rule, ...changes } });
  const changeMode = (mode: IntakeRule['mode']): void =>
    changeRule({
      mode,
      ...(mode === 'case' ? { case: rule.case ?? settings.intake.case ?? caseRuleSchema.parse({}) } : {}),
    });
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
        <FolderPlace
          draft={draft}
          settings={settings}
          problems={problems}
          disabled={disabled}
          practiceId={practiceId}
        />
        <div className={form['third']}>
          <ModeField value={rule.mode} disabled={disabled} onChange={changeMode} />
        </div>
        {rule.mode === 'case' && (
          <CaseRuleFields
            rule={rule.case ?? caseRuleSchema.parse({})}
            disabled={disabled}
            onChange={(next) => changeRule({ case: next })}
          />
        )}
        {rule.mode === 'batch' && <BatchFields rule={rule} disabled={disabled} onChange={changeRule} />}
      </div>
    </div>
  );
}

/** What a clerk seldom needs of a hot folder. */
export function FolderMore({
  draft,
  disabled,
}: {
  readonly draft: HotFolder;
  readonly disabled: boolean;
}): ReactElement {
  const say = useText('hotFolders');
  const { rule } = draft;
  const change = (changes: Partial<HotFolder>): void => keepDraft({ ...draft, ...changes });
  const changeRule = (changes: Partial<IntakeRule>): void => change({ rule: { ...rule, ...changes } });
  const setDays = (days: number | null): void => {
    const { duplicateDays: before, ...others } = rule;
    if (days !== (before ?? null)) change({ rule: days === null ? others : { ...others, duplicateDays: days } });
  };
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
        <div className={form['third']}>
          <AfterField value={rule.after} disabled={disabled} onChange={(after) => changeRule({ after })} />
        </div>
        <div className={form['third']}>
          <DuplicatesField
            value={rule.duplicates}
            disabled={disabled}
            onChange={(duplicates) => changeRule({ duplicates })}
          />
        </div>
        <div className={form['third']}>
          <DuplicateDaysField value={rule.duplicateDays ?? null} disabled={disabled} onChange={setDays} />
        </div>
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
  );
}
