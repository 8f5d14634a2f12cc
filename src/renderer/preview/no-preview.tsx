import { FileQuestion, FileX } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ContentReference } from '../../shared/desktop-contract.ts';
import { bridge } from '../bridge/bridge.ts';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/marks.tsx';
import { showFault } from '../stores/toasts.ts';
import { useText } from '../text/index.ts';
import styles from './preview.module.css';

/** Says that a content cannot be shown here, and offers its own program. */
export function NoPreview({
  content,
  broken,
  glance,
}: {
  readonly content: ContentReference;
  readonly broken: boolean;
  readonly glance: boolean;
}): ReactElement {
  const say = useText('preview');
  const open = async (): Promise<void> => {
    const outcome = await bridge().desktop({ name: 'shell.open', content });
    if (!outcome.ok) showFault(outcome.fault);
  };
  if (glance) {
    return (
      <p className={styles['noGlance']}>
        {broken ? <FileX aria-hidden /> : <FileQuestion aria-hidden />}
        {say('none-short')}
      </p>
    );
  }
  return (
    <EmptyState
      icon={broken ? <FileX aria-hidden /> : <FileQuestion aria-hidden />}
      title={say(broken ? 'broken-title' : 'none-title')}
      actions={<Button onPress={() => void open()}>{say('open')}</Button>}
    >
      {say(broken ? 'broken-text' : 'none-text')}
    </EmptyState>
  );
}
