import { FolderInput, Inbox } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ExportRule } from '../../../shared/settings.ts';
import { SplitPane } from '../../components/split-pane.tsx';
import { sortedRows, type TableColumn } from '../../components/table/table-columns.ts';
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

function useRuleColumns(projectName: (id: string) => string): readonly TableColumn<RuleRow>[] {
  const say = useText('exports');
  const sayState = useText('documents');
  const practice = useStation((state) => state.info?.practiceConnectionId);
  const whenWords = ({ rule }: RuleRow): string =>
    (rule?.states ?? []).map((state) => stateWord(state, sayState)).join(', ');
  const none = <span className={styles['quiet']}>–</span>;
  return [
    {
      id: 'source',
      title: say('rule-source'),
      sorts: (row) => (row.id === null ? say('rule-dropped') : row.name),
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
      sorts: ({ rule }) => rule?.folder ?? null,
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
      sorts: ({ rule }) => rule?.template ?? null,
      width: 'minmax(96px, 1fr)',
      cell: ({ rule }) => (rule === null ? none : <code title={rule.template}>{rule.template}.xml</code>),
    },
    {
      id: 'states',
      title: say('rule-when'),
      sorts: whenWords,
      width: 'minmax(120px, 1.2fr)',
      cell: (row) => (row.rule === null ? none : <span title={whenWords(row)}>{whenWords(row)}</span>),
    },
    {
      id: 'tells',
      title: say('rule-tells'),
      sorts: ({ rule }) => (rule === null ? null : say(tells[reportChoice(rule)])),
      width: 'minmax(100px, 0.8fr)',
      cell: ({ rule }) => (rule === null ? none : say(tells[reportChoice(rule)])),
    },
  ];
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
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [drafts, setDrafts] = useState<ReadonlyMap<string, ExportRule>>(new Map());
  const table = useTableLayout('rules');
  const chosen = rows.find((row) => selected.has(rowId(row)));
  const columns = useRuleColumns(projectName);
  const sorted = sortedRows(rows, columns, table.layout);
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
        rowAt={(_, index) => sorted[index]}
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
