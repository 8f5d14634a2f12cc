import type { LucideIcon } from 'lucide-react';
import { ChartColumn, FileText, FolderOutput, Inbox, Layers3, ScanLine, Settings } from 'lucide-react';
import type { ComponentType } from 'react';
import type { ScreenName, ScreenParams } from '../stores/navigation.ts';
import { Activity } from './activity/activity.tsx';
import { Cases } from './cases/cases.tsx';
import { Documents } from './documents/documents.tsx';
import { Exports } from './exports/exports.tsx';
import { FirstStart } from './first-start/first-start.tsx';
import { Intake } from './intake/intake.tsx';
import { Scan } from './scan/scan.tsx';
import { SettingsScreen } from './settings/settings.tsx';

/** A screen: its place in the rail, its picture there, and what draws it (top bar and all). */
interface Screen {
  readonly name: ScreenName;
  readonly icon: LucideIcon;
  readonly component: ComponentType<{ readonly params: ScreenParams }>;
  /** Stands at the foot of the rail. */
  readonly atFoot?: boolean;
}

/** The screens there are, in the order of the rail. */
export const screens: readonly Screen[] = [
  { name: 'intake', icon: Inbox, component: Intake },
  { name: 'scan', icon: ScanLine, component: Scan },
  { name: 'cases', icon: Layers3, component: Cases },
  { name: 'documents', icon: FileText, component: Documents },
  { name: 'exports', icon: FolderOutput, component: Exports },
  { name: 'activity', icon: ChartColumn, component: Activity },
  { name: 'settings', icon: Settings, component: SettingsScreen, atFoot: true },
];

/** Shown instead of everything while there is no connection; null = there is no such screen. */
export const firstStart: ComponentType | null = FirstStart;
