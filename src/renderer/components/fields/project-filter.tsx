import type { ReactElement } from 'react';
import { useText } from '../../text/index.ts';
import { SelectField } from './select-field.tsx';

/** What a screen shows of one project, or of all; `value` is its id, empty for all. */
export interface ProjectFilterProps {
  readonly projects: readonly { readonly id: string; readonly name?: string | null | undefined }[];
  readonly value: string;
  readonly onChange: (projectId: string) => void;
}

/** See {@link ProjectFilterProps}. */
export function ProjectFilter({ projects, value, onChange }: ProjectFilterProps): ReactElement {
  const say = useText('shared');
  return (
    <SelectField
      label={say('project')}
      labelHidden
      labelInside
      value={value === '' ? 'all' : value}
      options={[
        { value: 'all', label: say('all-projects') },
        ...projects.map(({ id, name }) => ({ value: id, label: name ?? id })),
      ]}
      onChange={(chosen) => onChange(chosen === 'all' ? '' : chosen)}
    />
  );
}
