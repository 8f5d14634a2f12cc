import { FolderInput, Inbox } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ExportRule } from '../../../shared/settings.ts';
import { SplitPane } from '../../components/split-pane.tsx';
import type { TableColumn } from '../../components/table/table-columns.ts';
import { Table } from '../../components/table/table.tsx';
import { useTableLayout } from '../../lists/use-table-layout.ts';
import { useStation } from '../../stores/station.ts';
import type { TextKey } from '../../text/index.ts';
import { useText } from '../../text/index.ts';
import { stateWord } from '../documents/state-mark.tsx';
import type { ReportChoice } from '../settings/rules/export-rule.ts';
import { reportChoice } from '../settings/rules/export-rule.ts';
import styles from './rules.module.css';
import { useRuleCommands } from './rule-commands.tsx';
import { RulePanel } from './rule-panel.tsx';
import type { RuleRow } from './rule-rows.ts';

const tells: Readonly<Record<ReportChoice, TextKey<'exports'>>> = {
  no: 'tells-no',
  'after-write': 'tells-written',
  'after-answer': 'tells-answered',
  'wait-only': 'tells-wait',
};

/** Id of a row for the table; sources have ids without blanks. */
function rowId({ id }: RuleRow): string {
  return id ?? ' dropped';
}

/** Which source's documents are written where, with the rule of the chosen one beside the list. */
export function Rules({
  rows,
  projectName,
}: {
  readonly rows: readonly RuleRow[];
  readonly projectName: (id: string) => string;
}): ReactElement {
  const say = useText('exports');
  const sayState = useText('documents');
  const practice = useStation((state) => state.info?.practiceConnectionId);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [drafts, setDrafts] = useState<ReadonlyMap<string, ExportRule>>(new Map());
  const table = useTableLayout('rules');
  const chosen = rows.find((row) => selected.has(rowId(row)));
  const none = <span className={styles['quiet']}>–</span>;
  const columns: readonly TableColumn<RuleRow>[] = [
    {
      id: 'source',
      title: say('rule-source'),
      width: 'minmax(180px, 1.4fr)',
      cell: (row) => (
        <span className={styles['ruleSource']}>
          {row.id === null ? <Inbox aria-hidden /> : <FolderInput aria-hidden />}
          <span>
            {row.id === null ? say('rule-dropped') : row.name}
            <small>
              {row.id === null
                ? say('rule-dropped-hint')
                : row.connectionId === practice
                  ? say('rule-practice')
                  : projectName(row.projectId ?? '')}
            </small>
          </span>
        </span>
      ),
    },
    {
      id: 'folder',
      title: say('rule-goes'),
      width: 'minmax(140px, 1.4fr)',
      cell: ({ rule }) =>
        rule === null ? (
          <span className={styles['quiet']}>{say('rule-none')}</span>
        ) : (
          <span title={rule.folder}>{rule.folder}</span>
        ),
    },
    {
      id: 'name',
      title: say('rule-name'),
      width: 'minmax(96px, 1fr)',
      cell: ({ rule }) => (rule === null ? none : <code title={rule.template}>{rule.template}.xml</code>),
    },
    {
      id: 'states',
      title: say('rule-when'),
      width: 'minmax(120px, 1.2fr)',
      cell: ({ rule }) => {
        if (rule === null) return none;
        const words = rule.states.map((state) => stateWord(state, sayState)).join(', ');
        return <span title={words}>{words}</span>;
      },
    },
    {
      id: 'tells',
      title: say('rule-tells'),
      width: 'minmax(100px, 0.8fr)',
      cell: ({ rule }) => (rule === null ? none : say(tells[reportChoice(rule)])),
    },
  ];
  const keep = (row: RuleRow, draft: ExportRule | null): void =>
    setDrafts((before) => {
      const next = new Map(before);
      if (draft === null) next.delete(rowId(row));
      else next.set(rowId(row), draft);
      return next;
    });
  const { commandsOf, busy, question } = useRuleCommands(
    (row) => drafts.get(rowId(row)) ?? null,
    (row, draft) => {
      keep(row, draft);
      // What is written down is seen.
      if (draft !== null) setSelected(new Set([rowId(row)]));
    },
  );
  return (
    <SplitPane
      details={
        chosen === undefined ? null : (
          <RulePanel
            key={rowId(chosen)}
            row={chosen}
            draft={drafts.get(rowId(chosen)) ?? null}
            busy={busy}
            commands={commandsOf(chosen)}
            onDraft={(draft) => keep(chosen, draft)}
            onClose={() => setSelected(new Set())}
          />
        )
      }
    >
      <Table
        label={say('rules')}
        columns={columns}
        groups={[{ id: 'all', title: null, count: rows.length, open: true }]}
        rowAt={(_, index) => rows[index]}
        rowId={rowId}
        rowHeight={56}
        {...table}
        commandsOf={commandsOf}
        selected={selected}
        onSelect={(ids) => setSelected(new Set([...ids].slice(-1)))}
      />
      {question}
    </SplitPane>
  );
}
