import type { ReactElement } from 'react';
import type { TextValues } from '../../text/index.ts';
import { Segmented } from '../tabs.tsx';
import { TextField } from './text-field.tsx';

/** Longest message that goes with a report, in characters. */
export const maxMessageLength = 2_000;

/** How a transfer went (null: that is not asked), and the message that goes with it. */
export function ReportFields({
  say,
  result,
  words,
  onResult,
  onWords,
}: {
  /** The words of the screen. */
  readonly say: (
    key: 'result' | 'result-ok' | 'result-failed' | 'message' | 'count' | 'too-long',
    values?: TextValues,
  ) => string;
  readonly result: 'ok' | 'failed' | null;
  readonly words: string;
  readonly onResult: (result: 'ok' | 'failed') => void;
  readonly onWords: (words: string) => void;
}): ReactElement {
  const numbers = { length: words.length, limit: maxMessageLength };
  return (
    <>
      {result !== null && (
        <Segmented
          label={say('result')}
          value={result}
          options={[
            { value: 'ok', label: say('result-ok') },
            { value: 'failed', label: say('result-failed') },
          ]}
          onChange={onResult}
        />
      )}
      <TextField
        label={say('message')}
        value={words}
        onChange={onWords}
        rows={3}
        hint={say('count', numbers)}
        error={words.length > maxMessageLength ? say('too-long', numbers) : undefined}
      />
    </>
  );
}
