import { Plus, ScanLine } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { isSameScanner, type ScanProfile } from '../../../../shared/scanning.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/marks.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import { SplitPane } from '../../../components/split-pane.tsx';
import type { TableColumn } from '../../../components/table/table-columns.ts';
import { CommandButton } from '../../../lists/command-button.tsx';
import { useRowCommands } from '../../../lists/row-commands.ts';
import { useStation } from '../../../stores/station.ts';
import { textOf, useText } from '../../../text/index.ts';
import { profileFacts } from '../../scan/paper-words.ts';
import { unheardName } from '../../scan/scan-filters.tsx';
import { useScan } from '../../scan/scan-store.ts';
import { FormEditor } from '../index-fields/form-editor.tsx';
import { PickList } from '../pick-list.tsx';
import type { SectionProps } from '../section-props.ts';
import { LockedNote, SettingGroup } from '../setting-group.tsx';
import styles from '../settings.module.css';
import { isLocked } from '../use-setting.ts';
import { NetworkScanners } from './network-scanners.tsx';
import { ProfileButtons, useProfileCommands } from './profile-buttons.tsx';
import { keepProfile, newProfile, profileProblems, useProfileDrafts } from './profile-drafts.ts';
import { ProfilePaper, ProfileTarget } from './profile-form.tsx';
import { ProfileDocuments, ProfilePages } from './profile-pages.tsx';
import own from './scanners.module.css';

function useColumns(
  isChanged: (id: string) => boolean,
  defaultId: string | undefined,
): readonly TableColumn<ScanProfile>[] {
  const say = useText('scanners');
  const sayScan = useText('scan');
  const scanners = useScan((state) => state.scanners);
  const scannerName = ({ scannerId }: ScanProfile): string | null =>
    scannerId === undefined
      ? null
      : (scanners?.find(({ id }) => isSameScanner(id, scannerId))?.name ?? unheardName(scannerId));
  return [
    {
      id: 'name',
      title: say('column'),
      sorts: ({ name }) => name,
      width: 'minmax(100px, 2fr)',
      cell: ({ name }) => <MiddleName name={name === '' ? say('new') : name} />,
    },
    {
      id: 'scanner',
      title: say('column-scanner'),
      sorts: scannerName,
      width: 'minmax(100px, 2fr)',
      cell: (profile) => <MiddleName name={scannerName(profile) ?? say('scanner-ask')} />,
    },
    {
      id: 'facts',
      title: say('column-facts'),
      width: 'minmax(120px, 3fr)',
      cell: (profile) => profileFacts(profile, sayScan),
    },
    {
      id: 'default',
      title: say('column-default'),
      width: 'minmax(84px, 150px)',
      cell: ({ id }) => (isChanged(id) ? say('unsaved') : id === defaultId ? say('default') : ''),
    },
  ];
}

/** Scan profiles, the chosen one below the list, and at its side the scanners that answer and the addresses of others. */
export function ScannersSection({ settings, params }: SectionProps): ReactElement {
  const say = useText('scanners');
  const locked = useStation((state) => isLocked('scanning', state.locked));
  const { drafts } = useProfileDrafts();
  const { profiles: stored, defaultProfile } = settings.scanning;
  const defaultId = stored.some(({ id }) => id === defaultProfile) ? defaultProfile : stored[0]?.id;
  const [wanted, setWanted] = useState<string | null>(params['profileId'] ?? null);
  const [tries, setTries] = useState<Readonly<Record<string, number>>>({});
  // What was typed and is no value goes with the fields that hold it.
  const [round, setRound] = useState(0);
  const begun = Object.values(drafts).filter(({ id }) => !stored.some((profile) => profile.id === id));
  const rows = [...stored.map((profile) => drafts[profile.id] ?? profile), ...begun];
  const draft = rows.find(({ id }) => id === wanted) ?? rows[0];
  const columns = useColumns((id) => drafts[id] !== undefined, defaultId);
  const add = (): void => {
    const profile = newProfile();
    keepProfile(profile);
    setWanted(profile.id);
  };
  const addButton = (
    <Button icon={<Plus aria-hidden />} why={locked ? textOf('shared')('why-locked') : null} onPress={add}>
      {say('add')}
    </Button>
  );
  const problems = draft === undefined ? {} : profileProblems(draft, rows);
  const isNew = draft !== undefined && !stored.some(({ id }) => id === draft.id);
  const changed = draft !== undefined && drafts[draft.id] !== undefined;
  const { commands, question } = useProfileCommands(
    draft,
    { isNew, changed, isDefault: draft?.id === defaultId, locked },
    () => setRound((value) => value + 1),
  );
  useRowCommands(commands);
  const tried = draft === undefined ? 0 : (tries[draft.id] ?? 0);
  const shownProblems = isNew && tried === 0 ? {} : problems;
  return (
    <SplitPane details={<NetworkScanners settings={settings} disabled={locked} />}>
      <div className={styles['page']}>
        <div className={styles['head']}>
          <h2>{say('profiles')}</h2>
          {addButton}
        </div>
        {defaultProfile !== undefined && defaultId !== defaultProfile && stored[0] !== undefined && (
          <p role="note">{say('usual-gone', { profile: stored[0].name })}</p>
        )}
        {draft === undefined ? (
          <EmptyState icon={<ScanLine aria-hidden />} title={say('empty-title')} actions={addButton}>
            {say('empty-text')}
          </EmptyState>
        ) : (
          <>
            <PickList
              list="scan-profiles"
              label={say('profiles')}
              columns={columns}
              rows={rows}
              chosen={draft.id}
              commands={commands}
              onChoose={setWanted}
            />
            <div className={styles['scroll']}>
              <div key={`${draft.id} ${round}`} className={own['body']} data-profile-form>
                <div className={styles['subhead']}>
                  <h3>{draft.name === '' ? say('new') : draft.name}</h3>
                  <CommandButton commands={commands} id="default" kind="quiet" />
                </div>
                {locked && <LockedNote />}
                <SettingGroup title={say('paper-group')}>
                  <ProfilePaper draft={draft} disabled={locked} problems={shownProblems} onChange={keepProfile} />
                </SettingGroup>
                <SettingGroup title={say('picture-group')}>
                  <ProfilePages draft={draft} disabled={locked} onChange={keepProfile} />
                </SettingGroup>
                <SettingGroup title={say('document-group')}>
                  <ProfileDocuments draft={draft} disabled={locked} problems={shownProblems} onChange={keepProfile} />
                </SettingGroup>
                <div className={styles['group']}>
                  {' '}
                  <FormEditor
                    fields={draft.fields}
                    tries={tried}
                    disabled={locked}
                    onChange={(fields) => keepProfile({ ...draft, fields })}
                  />
                </div>
                <SettingGroup title={say('target-group')}>
                  <ProfileTarget draft={draft} disabled={locked} settings={settings} onChange={keepProfile} />
                </SettingGroup>
              </div>
            </div>
            <footer className={own['buttons']}>
              <ProfileButtons
                key={draft.id}
                draft={draft}
                changed={changed}
                complete={Object.keys(problems).length === 0}
                disabled={locked}
                commands={commands}
                onTried={() => setTries({ ...tries, [draft.id]: tried + 1 })}
              />
            </footer>
          </>
        )}
        {question}
      </div>
    </SplitPane>
  );
}
