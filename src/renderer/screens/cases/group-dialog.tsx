import type { ReactElement } from 'react';
import { useState } from 'react';
import type { CaseRule } from '../../../shared/case-rule.ts';
import { caseRuleSchema } from '../../../shared/case-rule.ts';
import type { Fault } from '../../../shared/faults.ts';
import type { ProjectView } from '../../bridge/use-projects.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { useText } from '../../text/index.ts';
import { CasePreview } from '../settings/rules/case-preview.tsx';
import { CaseRuleFields, caseRuleFits } from '../settings/rules/case-rule-fields.tsx';
import form from '../settings/fields/form.module.css';
import { groupFiles } from './acts.ts';
import styles from './cases.module.css';
import type { Chosen } from './choice.ts';

/** Files loose files by a pattern of their names, with a look at what it would make. */
export function GroupDialog({
  connectionId,
  projectId: givenProject,
  choosesProject,
  projects,
  chosen,
  rule: given,
  onClose,
}: {
  readonly connectionId: string;
  /** '' = to be chosen. */
  readonly projectId: string;
  readonly choosesProject: boolean;
  readonly projects: readonly ProjectView[];
  /** Only these; empty = all loose files of the project. */
  readonly chosen: Chosen;
  /** The rule of the settings, to begin with. */
  readonly rule: CaseRule | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('cases');
  const shared = useText('shared');
  const [rule, setRule] = useState<CaseRule>(() => ({ ...(given ?? caseRuleSchema.parse({})), by: 'name' }));
  const [projectId, setProjectId] = useState(givenProject);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const place = { connectionId, projectId };
  const { value } = useQuery<'open-cases.loose'>(
    projectId === '' ? null : { name: 'open-cases.loose', ...place, offset: 0, limit: 500 },
    { live: false },
  );
  const rows = (value?.rows ?? []).filter(({ item }) => chosen.size === 0 || chosen.has(item.id));
  const count = chosen.size === 0 ? (value?.total ?? 0) : chosen.size;
  const group = async (): Promise<void> => {
    setBusy(true);
    const problem = await groupFiles(place, chosen.size === 0 ? 'all' : [...chosen.keys()], rule);
    setBusy(false);
    setFault(problem);
    if (problem === null) onClose();
  };
  return (
    <Dialog
      title={say('group-title')}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind="primary"
            disabled={busy}
            why={
              count === 0 ? shared('why-empty') : projectId === '' || !caseRuleFits(rule) ? shared('why-fill') : null
            }
            onPress={() => void group()}
          >
            {say('group-do')}
          </Button>
        </>
      }
    >
      {choosesProject && (
        <SelectField
          label={say('project')}
          value={projectId === '' ? null : projectId}
          placeholder={say('group-needs-project')}
          options={projects.map(({ id, name }) => ({ value: id, label: name ?? id }))}
          onChange={setProjectId}
        />
      )}
      <p>
        {say(chosen.size === 0 ? 'group-of' : 'group-chosen', { count })}. {say('group-text')}
      </p>
      <div className={form['form']}>
        <div className={form['grid']}>
          <CaseRuleFields rule={rule} byName onChange={setRule} />
        </div>
      </div>
      {fault !== null && (
        <p className={styles['error']} role="alert">
          {faultSentence(fault)} {nextStep(fault)}
        </p>
      )}
      <div className={styles['previewRoom']} tabIndex={0} role="group" aria-label={say('preview-of')}>
        {value?.total === 0 ? (
          <p className={styles['quiet']}>{say('preview-empty')}</p>
        ) : (
          <CasePreview rule={rule} names={rows.map(({ item }) => item.name)} />
        )}
      </div>
    </Dialog>
  );
}
