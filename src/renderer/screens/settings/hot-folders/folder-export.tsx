import type { ReactElement } from 'react';
import type { HotFolder, Settings } from '../../../../shared/settings.ts';
import { Switch } from '../../../components/fields/check-fields.tsx';
import { useText } from '../../../text/index.ts';
import { ExportRuleFields } from '../rules/export-rule-fields.tsx';
import { newExportRule } from '../rules/export-rule.ts';
import styles from '../settings.module.css';
import { keepDraft } from './folder-drafts.ts';

/** Whether and how XML of what came from here is written. */
export function FolderExport({
  draft,
  settings,
  inside,
  disabled,
}: {
  readonly draft: HotFolder;
  readonly settings: Settings;
  /** The XML would come in again. */
  readonly inside: boolean;
  readonly disabled: boolean;
}): ReactElement {
  const say = useText('hotFolders');
  const { export: rule, ...others } = draft.rule;
  return (
    <section className={styles['part']} aria-label={say('xml')}>
      <Switch
        label={say('xml')}
        selected={rule !== undefined}
        disabled={disabled}
        onChange={(on) =>
          keepDraft({
            ...draft,
            rule: on ? { ...others, export: settings.intake.export ?? newExportRule('') } : others,
          })
        }
      />
      {inside && (
        <p className={styles['error']} role="alert">
          {say('export-inside')}
        </p>
      )}
      {rule !== undefined && (
        <ExportRuleFields
          rule={rule}
          disabled={disabled}
          onChange={(next) => keepDraft({ ...draft, rule: { ...others, export: next } })}
        />
      )}
    </section>
  );
}
