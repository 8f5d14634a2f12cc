import type { ReactElement } from 'react';
import { useState } from 'react';
import { useQuery } from '../../../bridge/use-query.ts';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useText } from '../../../text/index.ts';

/** Stands for "type an id" among the projects. */
const other = '\u0000other';
const none = '\u0000none';

/** A project of a connection: chosen where the service lists its projects, else typed as an id. `''` = none. */
export function ProjectField({
  connectionId,
  label,
  value,
  onChange,
  onDone,
  noneLabel,
  error,
  disabled = false,
}: {
  readonly connectionId: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (projectId: string) => void;
  /** A project was chosen, or the typed id is done with. */
  readonly onDone?: (projectId: string) => void;
  /** Words for no project, where none may be chosen. */
  readonly noneLabel?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}): ReactElement {
  const say = useText('settings');
  const [types, setTypes] = useState(false);
  const list = useQuery<'projects.list'>(connectionId === '' ? null : { name: 'projects.list', connectionId }, {
    live: false,
  });
  const projects = list.value?.projects ?? [];
  if (projects.length > 0 && !types) {
    const known = projects.some(({ id }) => id === value);
    return (
      <SelectField
        label={label}
        value={value === '' && noneLabel !== undefined ? none : value === '' ? null : value}
        placeholder={say('choose-project')}
        options={[
          ...(noneLabel === undefined ? [] : [{ value: none, label: noneLabel }]),
          ...projects.map(({ id, name }) => ({ value: id, label: name ?? id })),
          ...(known || value === '' ? [] : [{ value, label: value }]),
          { value: other, label: say('other-project') },
        ]}
        disabled={disabled}
        {...(error === undefined ? {} : { hint: error })}
        onChange={(chosen) => {
          if (chosen === other) {
            setTypes(true);
            return;
          }
          const projectId = chosen === none ? '' : chosen;
          onChange(projectId);
          onDone?.(projectId);
        }}
      />
    );
  }
  return (
    <div
      onBlur={() => onDone?.(value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone?.(value.trim());
      }}
    >
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        placeholder={say('project-id')}
        hint={say(
          list.value === undefined && list.fault === undefined && connectionId !== ''
            ? 'projects-loading'
            : types
              ? 'project-typed'
              : list.fault === undefined
                ? 'projects-not-listed'
                : 'projects-not-reached',
        )}
        error={error}
        disabled={disabled}
        focused={types}
      />
    </div>
  );
}
