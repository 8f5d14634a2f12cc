import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { useQuery } from '../../../bridge/use-query.ts';
import { Chip } from '../../../components/marks.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import { textOf, useText } from '../../../text/index.ts';
import { StateMark, stateWord } from '../../documents/state-mark.tsx';

/** What a case of the service is called: by its title, else as the open case here was, else by its external id. */
export function useCaseName({
  title,
  externalId,
  openCaseId,
}: {
  readonly title: string | null;
  readonly externalId: string | null;
  readonly openCaseId: string | null;
}): string {
  const say = useText('serviceCases');
  const openCase = useQuery<'open-cases.get'>(
    title !== null || openCaseId === null ? null : { name: 'open-cases.get', idPrefix: openCaseId },
    { live: false },
  ).value;
  return title ?? openCase?.name ?? externalId ?? say('untitled');
}

/** See {@link useCaseName}. */
export function CaseName(props: Parameters<typeof useCaseName>[0]): ReactElement {
  return <MiddleName name={useCaseName(props)} />;
}

/** How a case stands at the service, in words. */
export function caseStateWord(state: string): string {
  return state === 'completed' ? textOf('serviceCases')('state-completed') : stateWord(state, textOf('documents'));
}

/** How a case stands at the service; states are open words, one we don't know is said as the service names it. */
export function CaseStateMark({ state }: { readonly state: string }): ReactElement {
  const say = useText('serviceCases');
  if (state !== 'completed') return <StateMark state={state} />;
  return (
    <Chip icon={<Check aria-hidden />} kind="positive">
      {say('state-completed')}
    </Chip>
  );
}
