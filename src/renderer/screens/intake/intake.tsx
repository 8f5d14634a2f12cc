import type { ReactElement } from 'react';
import { ScreenFrame } from '../../shell/top-bar.tsx';
import { useText } from '../../text/index.ts';

/** The Intake screen. */
export function Intake(): ReactElement {
  const say = useText('intake');
  return <ScreenFrame title={say('title')}>{null}</ScreenFrame>;
}
