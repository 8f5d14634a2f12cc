import type { LucideIcon } from 'lucide-react';
import {
  AppWindow,
  Bell,
  FolderInput,
  Gauge,
  Globe,
  Inbox,
  Languages,
  Plug,
  ScanLine,
  Stethoscope,
  SunMoon,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Say, TextKey } from '../../text/index.ts';
import { AppearanceSection } from './sections/appearance-section.tsx';
import { ConnectionsSection } from './connections/connections-section.tsx';
import { DiagnosticsSection } from './sections/diagnostics-section.tsx';
import { HotFoldersSection } from './hot-folders/hot-folders-section.tsx';
import { IntakeSection } from './sections/intake-section.tsx';
import { LanguageSection } from './sections/language-section.tsx';
import { LimitsSection } from './sections/limits-section.tsx';
import { NetworkSection } from './sections/network-section.tsx';
import { NotificationsSection } from './sections/notifications-section.tsx';
import { ScannersSection } from './scanners/scanners-section.tsx';
import type { SectionProps } from './section-props.ts';
import { TeamSection } from './sections/team-section.tsx';
import { WindowSection } from './sections/window-section.tsx';

/** A section of the settings; `holds` are the settings in it, which the search finds. */
export interface SettingsSection {
  readonly id: TextKey<'settings'>;
  readonly icon: LucideIcon;
  readonly component: ComponentType<SectionProps>;
  readonly holds: readonly TextKey<'settings'>[];
}

/** The sections, in their order; opened by `openScreen('settings', { section: id })`. */
export const sections: readonly SettingsSection[] = [
  { id: 'connections', icon: Plug, component: ConnectionsSection, holds: ['client-id', 'client-secret', 'base-url'] },
  {
    id: 'hot-folders',
    icon: FolderInput,
    component: HotFoldersSection,
    holds: ['find-ignore', 'find-sidecars', 'find-claim', 'find-subfolders', 'find-xml'],
  },
  {
    id: 'scanners',
    icon: ScanLine,
    component: ScannersSection,
    holds: ['find-profiles', 'find-scanner-addresses', 'find-blank', 'find-separation'],
  },
  { id: 'intake', icon: Inbox, component: IntakeSection, holds: ['projects', 'mode', 'after', 'duplicates', 'xml'] },
  {
    id: 'limits',
    icon: Gauge,
    component: LimitsSection,
    holds: ['files-in-flight', 'sockets', 'bandwidth', 'largest-file', 'hours'],
  },
  { id: 'network', icon: Globe, component: NetworkSection, holds: ['proxy', 'certificates'] },
  { id: 'team', icon: Users, component: TeamSection, holds: ['team-address', 'team-stations'] },
  { id: 'notifications', icon: Bell, component: NotificationsSection, holds: ['notify-held', 'notify-settled'] },
  { id: 'appearance', icon: SunMoon, component: AppearanceSection, holds: ['theme', 'density'] },
  { id: 'language', icon: Languages, component: LanguageSection, holds: [] },
  { id: 'window', icon: AppWindow, component: WindowSection, holds: ['close-to-tray', 'start-at-login'] },
  {
    id: 'diagnostics',
    icon: Stethoscope,
    component: DiagnosticsSection,
    holds: ['station-name', 'version', 'logs', 'save-diagnostics'],
  },
];

/** A section that fits what is looked for, and the settings in it that do (none where the section itself is meant). */
interface FoundSection {
  readonly section: SettingsSection;
  readonly matches: readonly string[];
}

/** The sections whose name, or one of whose settings, holds the text; all of them for an empty one. */
export function findSections(
  sections: readonly SettingsSection[],
  text: string,
  say: Say<'settings'>,
): readonly FoundSection[] {
  const wanted = text.trim().toLocaleLowerCase();
  const fits = (words: string): boolean => words.toLocaleLowerCase().includes(wanted);
  if (wanted === '') return sections.map((section) => ({ section, matches: [] }));
  return sections.flatMap((section) => {
    const matches = section.holds.map((key) => say(key)).filter(fits);
    return matches.length > 0 || fits(say(section.id)) ? [{ section, matches }] : [];
  });
}
