import { SlidersHorizontal } from 'lucide-react';
import type { ReactElement } from 'react';
import { isSameScanner, type ScannerView, type ScanProfile } from '../../../shared/scanning.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { openScreen } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { useText } from '../../text/index.ts';
import { profileFacts } from './paper-words.ts';
import { scannerInUse } from './scan-acts.ts';
import { useScan } from './scan-store.ts';
import styles from './scan.module.css';

/** What a scanner is called that did not answer: the end of its id, which the drivers make of its address or name. */
export function unheardName(scannerId: string): string {
  return scannerId
    .replace(/^\w+:/u, '')
    .replace(/^https?:\/\//u, '')
    .replace(/#.*$/u, '');
}

/** The scanners that can be chosen: those that answered, and the one in use. */
export function scannerChoices(
  scanners: readonly ScannerView[] | null,
  inUse: string | null,
): readonly { readonly value: string; readonly label: string }[] {
  const isInUse = (id: string): boolean => inUse !== null && isSameScanner(id, inUse);
  const all = scanners ?? [];
  const isAlike = (name: string): boolean => all.filter((other) => other.name === name).length > 1;
  const found = all.map(({ id, name }) => ({
    value: isInUse(id) ? (inUse ?? id) : id,
    // Two of one make are told apart by where they answer.
    label: isAlike(name) ? `${name} (${unheardName(id)})` : name,
  }));
  return inUse === null || found.some(({ value }) => value === inUse)
    ? found
    : [...found, { value: inUse, label: unheardName(inUse) }];
}

/** Which profile, on which scanner, and what that means. */
export function ScanFilters({ profile }: { readonly profile: ScanProfile | null }): ReactElement | null {
  const say = useText('scan');
  const profiles = useStation((state) => state.settings?.scanning.profiles ?? []);
  const scannerIds = useScan((state) => state.scannerIds);
  const scanners = useScan((state) => state.scanners);
  const looking = useScan((state) => state.looking);
  if (profile === null) return null;
  const inUse = scannerInUse(profile, { scannerIds, scanners });
  const choices = scannerChoices(scanners, inUse);
  return (
    <div className={styles['filters']}>
      <div className={styles['profile']}>
        <SelectField
          label={say('profile')}
          labelHidden
          labelInside
          value={profile.id}
          options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(profileId) => useScan.setState({ profileId })}
        />
      </div>
      <div className={styles['device']}>
        <SelectField
          label={say('on')}
          labelHidden
          labelInside
          value={inUse}
          placeholder={say(looking ? 'looking' : choices.length === 0 ? 'no-scanner' : 'choose-scanner')}
          options={choices}
          disabled={choices.length === 0}
          onChange={(scannerId) =>
            useScan.setState({ scannerIds: { ...scannerIds, [profile.id]: scannerId }, fault: null })
          }
        />
      </div>
      <span className={styles['factsLine']}>{profileFacts(profile, say)}</span>
      <Button
        kind="icon"
        label={say('edit-profile')}
        icon={<SlidersHorizontal />}
        onPress={() => openScreen('settings', { section: 'scanners', profileId: profile.id })}
      />
    </div>
  );
}
