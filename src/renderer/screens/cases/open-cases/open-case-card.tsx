import { ChevronDown, Copy, GripVertical, Star } from 'lucide-react';
import type { ReactElement } from 'react';
import { memo, useState } from 'react';
import type { OpenCaseMember, OpenCaseView } from '../../../../shared/case-views.ts';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { MiddleName } from '../../../components/middle-name.tsx';
import { RemarkMark } from '../../../notes/remark-mark.tsx';
import { openScreen } from '../../../stores/navigation.ts';
import { faultSentence } from '../../../text/faults/fault-text.ts';
import { formatBytes } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { release, setMain, setRole } from '../acts.ts';
import { chooseFile, chooseOpenCase, useChoice } from '../choice.ts';
import { dragOf, dropInto } from '../drag.ts';
import { FileKind } from '../file-kind.tsx';
import { OpenCaseMark } from './open-case-mark.tsx';
import styles from './open-cases.module.css';
import { askRole } from '../role-menu.tsx';
import { roleWord } from '../role-words.ts';
import { isOpen } from './terms.ts';

/** Files of an open case that are shown before the rest is asked for. */
const shownFirst = 12;

function Member({
  openCase,
  member,
}: {
  readonly openCase: OpenCaseView;
  readonly member: OpenCaseMember;
}): ReactElement {
  const say = useText('cases');
  const { itemId, name, role, mainFile, size, fault } = member;
  const open = isOpen(openCase);
  const chosen = useChoice((state) => state.files.has(itemId));
  const away = useChoice((state) => state.cut.has(itemId) || (state.dragged?.has(itemId) ?? false));
  const needsRole = role === null && openCase.withoutRole > 0;
  const starWords = say(mainFile ? 'main-file' : 'make-main', { name });
  return (
    <li
      className={classes(styles['member'], chosen && styles['chosen'], away && styles['away'])}
      {...(open ? dragOf(itemId, openCase.id) : {})}
    >
      {open ? <GripVertical aria-hidden className={styles['grip']} /> : <span />}
      {open ? (
        <button
          type="button"
          className={styles['star']}
          aria-pressed={mainFile}
          aria-label={starWords}
          title={starWords}
          onClick={() => void setMain(openCase.id, itemId)}
        >
          <Star aria-hidden />
        </button>
      ) : (
        <span className={styles['star']} aria-pressed={undefined}>
          {mainFile && <Star role="img" aria-label={starWords} fill="currentColor" />}
        </span>
      )}
      <FileKind name={name} />
      <button
        type="button"
        className={styles['memberName']}
        data-line
        data-file={itemId}
        aria-label={name}
        aria-pressed={chosen}
        onClick={(event) => chooseFile(itemId, openCase.id, event.ctrlKey || event.metaKey || event.shiftKey)}
        onDoubleClick={() => openScreen('intake', { itemId })}
        title={fault === null ? undefined : `${name}: ${faultSentence(fault)}`}
      >
        <MiddleName name={name} />
      </button>
      {open ? (
        <button
          type="button"
          className={classes(styles['role'], needsRole && styles['noRole'])}
          aria-haspopup="menu"
          aria-label={`${say('role', { name })}: ${role === null ? say('no-role') : roleWord(role)}`}
          onClick={(event) =>
            askRole({
              anchor: event.currentTarget,
              itemIds: [itemId],
              projectId: openCase.projectId,
              first: [...openCase.required, ...openCase.roles],
              role,
            })
          }
          onKeyDown={(event) => {
            if (event.key === 'Delete' && role !== null) void setRole([itemId], null);
          }}
        >
          <span>{role === null ? say('set-role') : roleWord(role)}</span>
          <ChevronDown aria-hidden />
        </button>
      ) : (
        <span className={styles['roleFixed']}>{role === null ? '' : roleWord(role)}</span>
      )}
      <span className={classes('tabular', styles['size'])}>{formatBytes(size)}</span>
    </li>
  );
}

/** How many files came for an open case and were set aside; its details name them. */
function SetAsideMark({ count }: { readonly count: number }): ReactElement {
  const words = useText('cases')('set-aside-count', { count });
  return (
    <span role="img" className={classes('tabular', styles['aside'])} aria-label={words} title={words}>
      <Copy aria-hidden />
      {count}
    </span>
  );
}

/** Whether something is part of the line of a file. */
function isInFile(target: EventTarget): boolean {
  return target instanceof Element && target.closest('li') !== null;
}

function Card({ openCase, shown }: { readonly openCase: OpenCaseView; readonly shown: boolean }): ReactElement {
  const say = useText('cases');
  const [over, setOver] = useState(false);
  const [all, setAll] = useState(false);
  const open = isOpen(openCase);
  const { members, id, name, setAside } = openCase;
  const listed = all ? members : members.slice(0, shownFirst);
  const hidden = members.length - shownFirst;
  return (
    <section
      className={classes(styles['openCase'], shown && styles['shown'], over && styles['over'])}
      aria-label={name}
      tabIndex={0}
      data-line
      data-open-case={id}
      {...(shown ? { 'aria-current': 'true' as const } : {})}
      onClick={({ target }) => chooseOpenCase(id, isInFile(target))}
      onFocus={({ target }) => {
        // By keyboard only: details that open between press and release of a button would move it from under the pointer.
        if (target.matches(':focus-visible')) chooseOpenCase(id, isInFile(target));
      }}
      {...(open ? dropInto(id, setOver) : {})}
    >
      <header className={styles['openCaseHead']}>
        <h3>
          <MiddleName name={name} />
        </h3>
        <span className={styles['openCaseId']}>{openCase.externalId ?? say('no-external-id')}</span>
        <span className={styles['openCaseState']}>
          <OpenCaseMark openCase={openCase} />
          <RemarkMark note={openCase.note} assignee={openCase.assignee} />
          {setAside.length > 0 && <SetAsideMark count={setAside.length} />}
          {open && openCase.complete && members.length > 0 && (
            <Button label={`${say('release')}: ${name}`} onPress={() => void release(id)}>
              {say('release')}
            </Button>
          )}
          {openCase.state === 'submitted' && openCase.caseId !== null && (
            <button
              type="button"
              className={styles['link']}
              onClick={() =>
                openScreen('cases', {
                  view: 'service',
                  caseId: openCase.caseId ?? '',
                  connectionId: openCase.connectionId,
                })
              }
            >
              {say('to-case')}
            </button>
          )}
        </span>
      </header>
      {members.length === 0 ? (
        <p className={styles['none']}>{say('no-files')}</p>
      ) : (
        <ul>
          {listed.map((member) => (
            <Member key={member.itemId} openCase={openCase} member={member} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <button type="button" className={styles['allFiles']} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? say('fewer-files') : say('more-files', { count: hidden })}
        </button>
      )}
    </section>
  );
}

/** An open case as a card: its name, how it stands, its files with their roles. */
export const OpenCaseCard = memo(Card);
