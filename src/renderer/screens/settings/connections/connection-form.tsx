import { KeyRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { TextField } from '../../../components/fields/text-field.tsx';
import { textOf, useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import type { ConnectionDraft, ConnectionProblems } from './connection-drafts.ts';
import { keepDraft } from './connection-drafts.ts';

/** The fields of a connection. What is wrong is said once something was typed or saving was tried. */
export function ConnectionForm({
  draft,
  problems,
  disabled,
  practice,
}: {
  readonly draft: ConnectionDraft;
  readonly problems: ConnectionProblems | null;
  readonly disabled: boolean;
  readonly practice: boolean;
}): ReactElement {
  const say = useText('connections');
  const change = (changes: Partial<ConnectionDraft>): void => keepDraft({ ...draft, ...changes });
  return (
    <div className={form['form']}>
      <div className={form['grid']}>
        <div className={form['two']}>
          <TextField
            label={say('name')}
            value={practice ? say('practice') : draft.name}
            onChange={(name) => change({ name: name.slice(0, 100) })}
            hint={say('name-hint')}
            disabled={disabled}
            focused={draft.isNew}
          />
        </div>
        <div className={classes(form['two'], form['code'])}>
          <TextField
            label={say('base-url')}
            type="url"
            value={draft.baseUrl}
            onChange={(baseUrl) => change({ baseUrl })}
            placeholder="https://api.example.com/v2"
            hint={say('base-url-hint')}
            error={problems?.baseUrl === null || problems === null ? undefined : say(problems.baseUrl)}
            disabled={disabled}
          />
        </div>
        <div className={classes(form['two'], form['code'])}>
          <TextField
            label={say('client-id')}
            value={draft.clientId}
            onChange={(clientId) => change({ clientId })}
            error={problems?.clientId === 'client-id-missing' ? say('client-id-missing') : undefined}
            disabled={disabled}
          />
        </div>
        <div className={form['two']}>
          {draft.secret === null ? (
            <div className={form['group']}>
              <span className={form['groupLabel']}>{say('client-secret')}</span>
              <span className={form['kept']}>
                <span>
                  <KeyRound aria-hidden />
                  {say(practice ? 'in-memory' : 'in-keychain')}
                </span>
                {!practice && (
                  <Button why={disabled ? textOf('shared')('why-locked') : null} onPress={() => change({ secret: '' })}>
                    {say('replace')}
                  </Button>
                )}
              </span>
            </div>
          ) : (
            <TextField
              label={say('client-secret')}
              type="password"
              value={draft.secret}
              onChange={(secret) => change({ secret })}
              hint={say(draft.isNew ? 'secret-hint' : 'secret-replace-hint')}
              error={problems?.secret === 'secret-missing' ? say('secret-missing') : undefined}
              disabled={disabled}
            />
          )}
        </div>
      </div>
    </div>
  );
}
