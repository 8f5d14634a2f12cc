import type { ReactElement } from 'react';
import { Button, type ButtonProps } from '../components/button.tsx';
import type { RowCommand } from './row-commands.ts';

/** The button of a row's command; nothing where there is none of that id. */
export function CommandButton({
  commands,
  id,
  kind = 'plain',
}: {
  readonly commands: readonly RowCommand[];
  readonly id: string;
  readonly kind?: Exclude<ButtonProps['kind'], undefined>;
}): ReactElement | null {
  const command = commands.find((each) => each.id === id);
  if (command === undefined) return null;
  return (
    <Button kind={kind} icon={command.icon} why={command.why ?? null} onPress={command.onAction}>
      {command.label}
    </Button>
  );
}
