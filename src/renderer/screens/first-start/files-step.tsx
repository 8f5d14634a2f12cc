import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import type { HotFolder, IntakeRule } from '../../../shared/settings.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { useStation } from '../../stores/station.ts';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { newFolder } from '../settings/hot-folders/folder-drafts.ts';
import { saveFolder } from '../settings/hot-folders/save-folders.ts';
import { PathField } from '../settings/fields/path-field.tsx';
import { newExportRule } from '../settings/rules/export-rule.ts';
import { saveSetting } from '../settings/use-setting.ts';
import { AfterField } from '../settings/rules/rule-fields.tsx';
import { Choice } from './choice.tsx';
import { Trouble } from './connect-step.tsx';
import styles from './first-start.module.css';
import type { ChosenProject } from './project-step.tsx';

/** What is in a folder now and what would become of it. */
function InFolder({ source }: { readonly source: HotFolder }): ReactElement | null {
  const say = useText('firstStart');
  const { value, fault } = useQuery<'sources.preview'>({ name: 'sources.preview', source }, { live: false });
  if (fault !== undefined) return <Trouble fault={fault} />;
  if (value === undefined) return <p className={styles['hint']}>{say('looking')}</p>;
  const total = Object.values(value.totals).reduce((sum, count) => sum + count, 0);
  const takeIn = value.totals['take-in'] ?? 0;
  return (
    <p className={styles['hint']} role="status">
      {total === 0
        ? say('folder-empty')
        : say('in-folder', {
            count: total,
            total: formatNumber(total),
            takeIn: formatNumber(takeIn),
            other: formatNumber(total - takeIn),
          })}
    </p>
  );
}

/** Third step: a first hot folder, or none. */
export function FilesStep({
  connectionId,
  project,
  onBack,
  onDone,
}: {
  readonly connectionId: string;
  readonly project: ChosenProject;
  readonly onBack: () => void;
  readonly onDone: () => void;
}): ReactElement {
  const say = useText('firstStart');
  const settings = useStation((state) => state.settings);
  const [kind, setKind] = useState<'folder' | 'drop'>('folder');
  const [source, setSource] = useState<HotFolder | null>(null);
  const [after, setAfter] = useState<IntakeRule['after']>(settings?.intake.after ?? 'keep');
  const stored = settings?.intake.export;
  const [xmlFolder, setXmlFolder] = useState(stored?.folder ?? '');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const place = xmlFolder.trim();
  const xml = place === '' ? undefined : place === stored?.folder ? stored : newExportRule(place);
  // The default that a new folder got may be another than the field says by now.
  const wanted = source === null ? null : { ...source, rule: { ...source.rule, after, export: xml } };
  const lacksFolder = kind === 'folder' && source === null;

  const choose = async (): Promise<void> => {
    const answer = await bridge().desktop({ name: 'dialog.choose-folder', title: say('choose-title') });
    const folder = answer.ok ? answer.value.paths[0] : undefined;
    setFault(answer.ok ? null : answer.fault);
    if (folder === undefined || settings === null) return;
    const made = newFolder(folder, settings, null);
    setSource({ ...made, rule: { ...made.rule, connectionId, projectId: project.id } });
  };
  const finish = async (): Promise<void> => {
    setBusy(true);
    let refused: Fault | null = null;
    // A place that is given up is in the way of no folder, and one that a folder refuses is not kept.
    if (stored !== undefined && xml !== stored) refused = await saveSetting('intake.export', undefined);
    if (refused === null && kind === 'folder' && wanted !== null) refused = await saveFolder(wanted);
    // What is dropped, and folders that come later, have the same place for their XML.
    if (refused === null && xml !== undefined && xml !== stored) refused = await saveSetting('intake.export', xml);
    setBusy(false);
    setFault(refused);
    if (refused === null) onDone();
  };

  return (
    <section className={styles['page']}>
      <h1>{say('files-title')}</h1>
      <p className={styles['lead']}>{say('files-lead')}</p>
      <Choice
        label={say('step-files')}
        value={kind}
        options={[
          {
            value: 'folder',
            title: say('folder'),
            hint: say('folder-hint', { project: project.name }),
            content: (
              <div className={styles['form']}>
                <div className={styles['wide']}>
                  <span className={styles['label']}>{say('chosen-folder')}</span>
                  <div className={styles['folder']}>
                    <span className={source === null ? styles['noPath'] : styles['path']}>
                      {source?.folder ?? say('no-folder')}
                    </span>
                    <Button onPress={() => void choose()}>{say('choose')}</Button>
                  </div>
                  {wanted !== null && <InFolder source={wanted} />}
                </div>
                <AfterField value={after} onChange={setAfter} />
              </div>
            ),
          },
          { value: 'drop', title: say('drop'), hint: say('drop-hint', { project: project.name }) },
        ]}
        onChange={setKind}
      />
      <PathField
        label={say('xml-folder')}
        title={say('xml-folder')}
        choose={say('choose')}
        hint={say('xml-hint')}
        value={xmlFolder}
        onChange={setXmlFolder}
      />
      <Trouble fault={fault} />
      <div className={styles['foot']}>
        <Button onPress={onBack}>{say('back')}</Button>
        {lacksFolder && <p className={styles['why']}>{say('why-folder')}</p>}
        <Button
          kind="primary"
          disabled={busy}
          why={lacksFolder ? say('why-folder') : null}
          onPress={() => void finish()}
        >
          {say('open')}
        </Button>
      </div>
    </section>
  );
}
