import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { useRef, useState } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import { create } from 'zustand';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import overlays from '../../components/overlays.module.css';
import { TextField } from '../../components/fields/text-field.tsx';
import { useText } from '../../text/index.ts';
import { setRole } from './acts.ts';
import { commonRoles, roleWord } from './role-words.ts';

interface RoleQuestion {
  /** Below it the roles are offered. */
  readonly anchor: Element;
  readonly itemIds: readonly string[];
  readonly projectId: string;
  /** Roles of the open case's own rule, offered first. */
  readonly first: readonly string[];
  readonly role: string | null;
}

const useRoleQuestion = create<{ readonly question: RoleQuestion | null }>(() => ({ question: null }));

/** Asks for a role of files, below an element. */
export function askRole(question: RoleQuestion): void {
  useRoleQuestion.setState({ question });
}

const close = (): void => useRoleQuestion.setState({ question: null });

/** Longest role the engine takes. */
const maxRoleLength = 100;

function OwnRole({
  itemIds,
  onClose,
}: {
  readonly itemIds: readonly string[];
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('cases');
  const shared = useText('shared');
  const [typed, setTyped] = useState('');
  const role = typed.trim();
  const usable = role !== '' && role.length <= maxRoleLength;
  const done = (): void => {
    if (!usable) return;
    void setRole(itemIds, role);
    onClose();
  };
  return (
    <Dialog
      title={say('roles-of', { count: itemIds.length })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="primary" why={usable ? null : shared(role === '' ? 'why-fill' : 'why-too-long')} onPress={done}>
            {shared('save')}
          </Button>
        </>
      }
    >
      <div
        onKeyDown={(event) => {
          if (event.key === 'Enter') done();
        }}
      >
        <TextField
          label={say('role-name')}
          value={typed}
          onChange={setTyped}
          focused
          hint={say('role-name-hint')}
          error={
            role.length > maxRoleLength ? say('too-long', { length: role.length, limit: maxRoleLength }) : undefined
          }
        />
      </div>
    </Dialog>
  );
}

function Choices({
  question,
  onOther,
}: {
  readonly question: RoleQuestion;
  readonly onOther: () => void;
}): ReactElement {
  const say = useText('cases');
  const anchor = useRef(question.anchor);
  const { value } = useQuery<'open-cases.roles'>(
    { name: 'open-cases.roles', projectId: question.projectId },
    { live: false },
  );
  const roles: string[] = [];
  for (const role of [...question.first, ...(value?.roles ?? []), ...commonRoles]) {
    if (!roles.some((known) => known.toLowerCase() === role.toLowerCase())) roles.push(role);
  }
  const shown = roles.slice(0, 40);
  const label = say('roles-of', { count: question.itemIds.length });
  return (
    <Popover
      triggerRef={anchor}
      aria-label={label}
      isOpen
      offset={4}
      placement="bottom start"
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Menu className={overlays['menu'] ?? ''} aria-label={label} autoFocus="first" onClose={close}>
        {shown.map((role) => (
          <MenuItem
            key={role}
            id={role}
            className={overlays['item'] ?? ''}
            textValue={roleWord(role)}
            onAction={() => void setRole(question.itemIds, role)}
          >
            <Check
              aria-hidden
              style={{ visibility: role.toLowerCase() === question.role?.toLowerCase() ? 'visible' : 'hidden' }}
            />
            {roleWord(role)}
          </MenuItem>
        ))}
        <MenuItem id=" other" className={overlays['item'] ?? ''} textValue={say('other-role')} onAction={onOther}>
          <Check aria-hidden style={{ visibility: 'hidden' }} />
          {say('other-role')}
        </MenuItem>
        {question.role === null ? null : (
          <MenuItem
            id=" none"
            className={overlays['item'] ?? ''}
            textValue={say('no-role')}
            onAction={() => void setRole(question.itemIds, null)}
          >
            <Check aria-hidden style={{ visibility: 'hidden' }} />
            {say('no-role')}
          </MenuItem>
        )}
      </Menu>
    </Popover>
  );
}

/** The one place that offers roles; drawn once a screen. */
export function RoleMenu(): ReactElement {
  const question = useRoleQuestion((state) => state.question);
  const [own, setOwn] = useState<readonly string[] | null>(null);
  return (
    <>
      {question !== null && (
        <Choices
          key={question.itemIds.join()}
          question={question}
          onOther={() => {
            setOwn(question.itemIds);
            close();
          }}
        />
      )}
      {own !== null && <OwnRole itemIds={own} onClose={() => setOwn(null)} />}
    </>
  );
}
