import { useState, type ReactElement } from 'react';
import type { ExportRule, HotFolder, IntakeRule, Settings } from '../../../../shared/settings.ts';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { NumberField } from '../fields/number-field.tsx';
import { PathField } from '../fields/path-field.tsx';
import { newExportRule } from '../rules/export-rule.ts';
import { ProjectField } from '../rules/project-field.tsx';
import { keepDraft, nameOfPath } from './folder-drafts.ts';
import type { FolderProblems } from './folder-problems.ts';

interface FolderFieldsProps {
  readonly draft: HotFolder;
  readonly settings: Settings;
  readonly problems: FolderProblems;
  readonly disabled: boolean;
  readonly practiceId: string | null;
}

/** What a clerk needs of a hot folder: where it lies, what it is called, where its files go, and where their XML does. */
export function FolderForm({ draft, settings, problems, disabled, practiceId }: FolderFieldsProps): ReactElement {
  const say = useText('hotFolders');
  const { rule } = draft;
  const change = (changes: Partial<HotFolder>): void => keepDraft({ ...draft, ...changes });
  const changeRule = (changes: Partial<IntakeRule>): void => change({ rule: { ...rule, ...changes } });
  // The rest of the rule stays while the folder is typed anew.
  const [emptied, setEmptied] = useState<ExportRule | null>(null);
  const setXml = (folder: string): void => {
    const { export: xml, ...others } = rule;
    if (folder === '' && xml !== undefined) setEmptied(xml);
    const known = xml ?? emptied ?? settings.intake.export ?? newExportRule('');
    change({ rule: folder === '' ? others : { ...others, export: { ...known, folder } } });
  };
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
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
        {(settings.connections.length > 1 || problems.connection !== undefined) && (
          <div className={form['half']}>
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
        )}
        <div className={form['half']}>
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
        <div className={form['folder']}>
          <PathField
            label={say('xml')}
            title={say('xml')}
            choose={say('choose')}
            hint={say('xml-hint')}
            value={rule.export?.folder ?? ''}
            error={problems.export === 'export-inside' ? say('export-inside') : undefined}
            disabled={disabled}
            onChange={setXml}
          />
        </div>
      </div>
    </div>
  );
}

/** When a batch is full or waits no longer. Cells of the form's grid. */
export function BatchFields({
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
