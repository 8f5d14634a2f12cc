import type { ReactElement } from 'react';
import type { CaseRule } from '../../../../shared/case-rule.ts';
import type { OpenCasePreview } from '../../../../shared/case-views.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { MiddleName } from '../../../components/middle-name.tsx';
import { faultSentence } from '../../../text/faults/fault-text.ts';
import { useText } from '../../../text/index.ts';
import { roleWord, roleWords } from '../../cases/role-words.ts';
import { caseRuleFits } from './case-rule-fields.tsx';
import styles from './case-preview.module.css';
import { useSettled } from '../use-settled.ts';

/** Most names that the engine looks at, and most cases that are listed. */
const maxNames = 500;
const listed = 20;

function PreviewCase({ openCase }: { readonly openCase: OpenCasePreview['openCases'][number] }): ReactElement {
  const say = useText('caseRule');
  return (
    <li>
      <p>
        <strong>{openCase.name}</strong>
        {openCase.missing.length > 0 && <small>{say('missing', { roles: roleWords(openCase.missing) })}</small>}
      </p>
      <ul>
        {openCase.files.map(({ name, role }) => (
          <li key={name}>
            <MiddleName name={name} />
            <small>{role === null ? say('no-role') : roleWord(role)}</small>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** What a case rule makes of names, live while it is changed. */
export function CasePreview({
  rule,
  names,
}: {
  readonly rule: CaseRule;
  readonly names: readonly string[];
}): ReactElement | null {
  const say = useText('caseRule');
  const settled = useSettled(rule);
  const usable = names.length > 0 && caseRuleFits(settled) && settled.by !== 'sidecar' && settled.by !== 'hand';
  const { value, before, fault } = useQuery<'open-cases.preview'>(
    usable ? { name: 'open-cases.preview', rule: settled, names: names.slice(0, maxNames) } : null,
    { live: false },
  );
  const shown = usable ? (value ?? before) : undefined;
  if (names.length === 0) return null;
  return (
    <section className={styles['preview']} aria-label={say('preview')}>
      <h3>{say('preview')}</h3>
      {settled.by === 'sidecar' && <p>{say('preview-sidecar')}</p>}
      {settled.by === 'hand' && <p>{say('by-hand-hint')}</p>}
      {fault !== undefined && <p>{faultSentence(fault)}</p>}
      {shown !== undefined && (
        <div role="status">
          {names.length > maxNames && <p>{say('first', { count: maxNames })}</p>}
          {shown.openCases.length === 0 && <p>{say('preview-none')}</p>}
          <ul>
            {shown.openCases.slice(0, listed).map((openCase) => (
              <PreviewCase key={openCase.key} openCase={openCase} />
            ))}
          </ul>
          {shown.openCases.length > listed && <p>{say('more', { count: shown.openCases.length - listed })}</p>}
          {shown.loose.length > 0 && <p>{say('loose', { count: shown.loose.length })}</p>}
        </div>
      )}
    </section>
  );
}
