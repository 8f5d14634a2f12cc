import { FolderOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { TextField } from '../../../components/fields/text-field.tsx';
import { showFault } from '../../../stores/toasts.ts';
import styles from './form.module.css';

/** A path of this computer: typed, or chosen in the system's dialog. */
export interface PathFieldProps {
  readonly label: string;
  readonly value: string;
  /** Title of the dialog. */
  readonly title: string;
  /** Words of the button that opens it. */
  readonly choose: string;
  readonly kind?: 'folder' | 'file';
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (path: string) => void;
  /** A path was chosen in the dialog, or the typed one is done with. */
  readonly onDone?: (path: string) => void;
}

/** See {@link PathFieldProps}. */
export function PathField(props: PathFieldProps): ReactElement {
  const { label, value, title, kind = 'folder', disabled = false, onChange, onDone } = props;
  const choose = async (): Promise<void> => {
    const answer =
      kind === 'folder'
        ? await bridge().desktop({ name: 'dialog.choose-folder', title })
        : await bridge().desktop({ name: 'dialog.choose-files', title });
    if (!answer.ok) {
      showFault(answer.fault);
      return;
    }
    const [path] = answer.value.paths;
    if (path === undefined) return;
    onChange(path);
    onDone?.(path);
  };
  return (
    <div
      className={classes(styles['withButton'], styles['code'])}
      onBlur={(event) => {
        if (event.target instanceof HTMLInputElement) onDone?.(value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) onDone?.(value);
      }}
    >
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        disabled={disabled}
        error={props.error}
        {...(props.hint === undefined ? {} : { hint: props.hint })}
      />
      <Button
        icon={<FolderOpen aria-hidden />}
        label={`${props.choose} ${label}`}
        disabled={disabled}
        onPress={() => void choose()}
      >
        {props.choose}
      </Button>
    </div>
  );
}
