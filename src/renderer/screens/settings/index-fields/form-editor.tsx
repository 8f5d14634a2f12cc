import { ArrowDown, ArrowUp, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { maxFields, type Field } from '../../../../shared/fields/field-rule.ts';
import { Button } from '../../../components/button.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import type { TableColumn } from '../../../components/table/table-columns.ts';
import type { RowCommand } from '../../../lists/row-commands.ts';
import { textOf, useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { PickList } from '../pick-list.tsx';
import styles from '../settings.module.css';
import { FieldEditor } from './field-editor.tsx';
import { formProblems } from './form-problems.ts';

/** A field in the list, by its place. */
interface FieldRow {
  readonly id: string;
  readonly field: Field;
  readonly isWrong: boolean;
}

function useColumns(): readonly TableColumn<FieldRow>[] {
  const say = useText('fieldForm');
  return [
    {
      id: 'name',
      title: say('name'),
      width: 'minmax(100px, 2fr)',
      cell: ({ field, isWrong }) => (
        <>
          {isWrong && <TriangleAlert className={styles['wrong']} aria-label={say('incomplete')} />}
          <MiddleName name={field.label === '' ? say('new') : field.label} />
        </>
      ),
    },
    { id: 'type', title: say('type'), width: 'minmax(80px, 1.4fr)', cell: ({ field }) => say(`type-${field.kind}`) },
    {
      id: 'begins',
      title: say('begins'),
      width: 'minmax(80px, 1fr)',
      from: 440,
      cell: ({ field }) => (field.default === undefined ? '' : say(`begins-${field.default.from}`)),
    },
    {
      id: 'required',
      title: say('required'),
      width: '92px',
      cell: ({ field }) => (field.required ? say('required') : ''),
    },
  ];
}

/** What can be done with the chosen field; `locked`: why nothing can. */
function useFieldCommands(
  { chosen, count, locked }: { readonly chosen: number; readonly count: number; readonly locked: string | null },
  onMove: (by: 1 | -1) => void,
  onRemove: () => void,
): readonly RowCommand[] {
  const say = useText('fieldForm');
  return [
    {
      id: 'up',
      label: say('up'),
      icon: <ArrowUp aria-hidden />,
      why: locked ?? (chosen <= 0 ? say('why-first') : null),
      onAction: () => onMove(-1),
    },
    {
      id: 'down',
      label: say('down'),
      icon: <ArrowDown aria-hidden />,
      why: locked ?? (chosen >= count - 1 ? say('why-last') : null),
      onAction: () => onMove(1),
    },
    {
      id: 'remove',
      label: say('remove'),
      icon: <Trash2 aria-hidden />,
      why: locked,
      onAction: onRemove,
    },
  ];
}

/** The form that is filled in for each file of a source or profile: its fields in order, and the chosen one below the list. */
export function FormEditor({
  title,
  text,
  fields = [],
  tries,
  disabled,
  hasFolders = false,
  onChange,
}: {
  /** Absent: words for a source. */
  readonly title?: string;
  readonly text?: string;
  readonly fields: readonly Field[] | undefined;
  /** How often saving was tried: from the first time on what is wrong is said, and each time the first field that is wrong is chosen. */
  readonly tries: number;
  readonly disabled: boolean;
  readonly hasFolders?: boolean;
  /** Absent: there is none any more. */
  readonly onChange: (fields: Field[] | undefined) => void;
}): ReactElement {
  const say = useText('fieldForm');
  const shared = textOf('shared');
  const [wanted, setWanted] = useState(0);
  /** How many were added here: each begins in the field of its name. */
  const [added, setAdded] = useState(0);
  const [seenTries, setSeenTries] = useState(0);
  const columns = useColumns();
  const problems = formProblems(fields);
  const isWrong = (at: number): boolean => Object.keys(problems[at] ?? {}).length > 0;
  const chosen = Math.min(wanted, fields.length - 1);
  const field = fields[chosen];
  const saysProblems = tries > 0;
  if (seenTries !== tries) {
    setSeenTries(tries);
    const first = problems.findIndex((_, at) => isWrong(at));
    if (first !== -1 && !isWrong(chosen)) setWanted(first);
  }
  const locked = disabled ? shared('why-locked') : null;
  const keep = (next: readonly Field[]): void => onChange(next.length === 0 ? undefined : [...next]);
  const move = (by: 1 | -1): void => {
    const other = fields[chosen + by];
    if (disabled || field === undefined || other === undefined) return;
    keep(fields.map((each, at) => (at === chosen ? other : at === chosen + by ? field : each)));
    setWanted(chosen + by);
  };
  const commands = useFieldCommands({ chosen, count: fields.length, locked }, move, () =>
    keep(fields.filter((_, at) => at !== chosen)),
  );
  const press = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    move(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <section className={styles['fields']} aria-label={title ?? say('title')}>
      <div className={styles['subhead']}>
        <h4>{title ?? say('title')}</h4>
        <span>
          {field !== undefined &&
            commands.map(({ id, label, icon, why, onAction }) => (
              <Button key={id} kind="icon" label={label} icon={icon} why={why ?? null} onPress={onAction} />
            ))}
          <Button
            icon={<Plus aria-hidden />}
            why={locked ?? (fields.length >= maxFields ? shared('why-most') : null)}
            onPress={() => {
              keep([...fields, { kind: 'text', key: '', label: '', required: false }]);
              setWanted(fields.length);
              setAdded(added + 1);
            }}
          >
            {say('add')}
          </Button>
        </span>
      </div>
      <p className={form['hint']}>{text ?? say('text')}</p>
      {field !== undefined && (
        <>
          <div onKeyDownCapture={press}>
            <PickList
              list="index-fields"
              label={say('title')}
              columns={columns}
              rows={fields.map((each, at) => ({ id: String(at), field: each, isWrong: saysProblems && isWrong(at) }))}
              chosen={String(chosen)}
              commands={commands}
              onChoose={(id) => setWanted(Number(id))}
            />
          </div>
          <div className={form['form']}>
            <FieldEditor
              key={`${added} ${chosen}`}
              field={field}
              problems={saysProblems ? (problems[chosen] ?? {}) : {}}
              disabled={disabled}
              focused={added > 0 && field.label === '' && chosen === fields.length - 1}
              hasFolders={hasFolders}
              onChange={(next) => keep(fields.map((each, at) => (at === chosen ? next : each)))}
            />
          </div>
        </>
      )}
    </section>
  );
}
