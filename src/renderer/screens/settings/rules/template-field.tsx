import type { ReactElement } from 'react';
import { useDeferredValue } from 'react';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useText } from '../../../text/index.ts';
import { templateWords, unknownWords } from './export-rule.ts';
import form from '../fields/form.module.css';

/** Today as YYYY-MM-DD in local time, as the engine writes it. */
function today(): string {
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The name of XML files as a template, its words to insert, and the path that the engine makes of it for a sample. */
export function TemplateField({
  template,
  folder,
  disabled,
  onChange,
}: {
  readonly template: string;
  readonly folder: string;
  readonly disabled: boolean;
  readonly onChange: (template: string) => void;
}): ReactElement {
  const say = useText('exportRule');
  const asked = useDeferredValue(template);
  const unknown = unknownWords(template);
  const empty = template.trim() === '';
  const preview = useQuery<'exports.preview-path'>(
    asked.trim() === '' || asked.length > 1_000
      ? null
      : {
          name: 'exports.preview-path',
          template: asked,
          words: {
            date: today(),
            title: say('sample-title'),
            externalId: '4500017',
            documentId: '7f3c2a90',
            project: 'accounts-payable',
            state: 'done',
            name: say('sample-name'),
          },
        },
    { live: false },
  );
  const separator = folder.includes('\\') ? '\\' : '/';
  const below = preview.value?.path.replaceAll('/', separator);
  const error = empty
    ? say('template-missing')
    : unknown.length > 0
      ? say('template-unknown', { words: unknown.join(', ') })
      : undefined;
  return (
    <div className={classes(form['group'], form['code'])}>
      <TextField
        label={say('template')}
        value={template}
        onChange={onChange}
        hint={say('template-hint')}
        error={error}
        disabled={disabled}
      />
      <div className={form['words']}>
        {templateWords.map((word) => (
          <Button
            key={word}
            label={say('insert', { word: say(`word-${word}`) })}
            disabled={disabled}
            onPress={() => onChange(`${template}{${word}}`)}
          >
            {say(`word-${word}`)}
          </Button>
        ))}
      </div>
      <dl className={form['sample']} aria-live="polite">
        <dt>{say('preview')}</dt>
        <dd className={classes(form['mono'], 'copyable')}>
          {below === undefined || empty ? '–' : `${folder.replace(/[\\/]+$/u, '')}${separator}${below}`}
        </dd>
      </dl>
    </div>
  );
}
