import type { Settings } from '../../../shared/settings.ts';
import type { ScreenParams } from '../../stores/navigation.ts';

/** What draws a section of the settings. */
export interface SectionProps {
  readonly settings: Settings;
  readonly params: ScreenParams;
}
