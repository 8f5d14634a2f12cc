import type { KeyboardEvent, ReactElement } from 'react';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { IndexField } from '../../index-fields/index-field.tsx';
import styles from '../../index-fields/index-fields.module.css';
import { useStack, type Stack } from '../../index-fields/use-stack.ts';
import { Preview } from '../../preview/preview.tsx';
import { showToast } from '../../stores/toasts.ts';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { useText } from '../../text/index.ts';

/** The key of the field that has the focus. */
function focusedKey(event: KeyboardEvent): string | null {
  const place = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null;
  return place?.dataset['key'] ?? null;
}

/** Whether the keys belong to a list that is open at a field. */
function hasOpenList({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.getAttribute('aria-expanded') === 'true';
}

/** What the keyboard does in the form; true: it did. */
function act(stack: Stack, event: KeyboardEvent): boolean {
  const { key, shiftKey, altKey } = event;
  if (event.nativeEvent.isComposing) return false;
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'd') {
    stack.asBefore(focusedKey(event));
    return true;
  }
  if ((shiftKey && key === 'Enter') || (altKey && key === 'ArrowUp' && !hasOpenList(event))) {
    stack.go(-1);
    return true;
  }
  const isPlain = key === 'Enter' && !shiftKey && !altKey && !event.ctrlKey && !event.metaKey;
  const chooses = event.target instanceof Element && event.target.getAttribute('aria-activedescendant') !== null;
  if (!isPlain || chooses || focusedKey(event) === null || event.target instanceof HTMLButtonElement) return false;
  void stack.save();
  return true;
}

/** The fields of the file in hand, and its page beside them. */
function Form({ stack }: { readonly stack: Stack }): ReactElement | null {
  const say = useText('fields');
  const { form, errors } = stack;
  const place = useRef<HTMLDivElement>(null);
  const [wrong] = form?.fields.filter(({ key }) => errors[key] !== undefined) ?? [];
  useEffect(() => {
    if (wrong === undefined) return;
    place.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wrong.key)}"] input`)?.focus();
  }, [wrong, errors]);
  if (form === undefined) return null;
  const { itemId, name, fields, lacks } = form;
  const first = fields.find(({ key }) => lacks[key] !== undefined) ?? fields[0];
  return (
    <div className={styles['body']} key={itemId}>
      <div
        ref={place}
        role="group"
        aria-label={say('form', { name })}
        className={styles['form']}
        onKeyDownCapture={(event) => {
          if (!act(stack, event)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        {fields.map((field) => (
          <div key={field.key} data-key={field.key}>
            <IndexField
              field={field}
              of={{ itemId }}
              typed={stack.typed(field)}
              error={errors[field.key]}
              focused={field === first}
              onChange={(text) => stack.type(field, text)}
            />
          </div>
        ))}
      </div>
      <div className={styles['page']}>
        <Preview content={{ kind: 'item', itemId }} />
      </div>
    </div>
  );
}

/** Fills in the index fields of held files, one after the other, by keyboard alone. */
export function FieldsDialog({
  ids,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('fields');
  const shared = useText('shared');
  const stack = useStack(ids, (filled) => {
    showToast(say('filled', { count: filled }));
    onClose();
  });
  const { forms, form, index, done, fault, saving } = stack;
  const count = forms?.length ?? 0;
  return (
    <Dialog
      title={say('title')}
      withPage
      onClose={onClose}
      actions={
        form === undefined ? (
          <Button onPress={onClose}>{shared('close')}</Button>
        ) : (
          <>
            {count > 1 && (
              <>
                <Button why={index === 0 ? shared('why-first') : null} onPress={() => stack.asBefore(null)}>
                  {say('as-before')}
                </Button>
                <Button why={index === 0 ? shared('why-first') : null} onPress={() => stack.go(-1)}>
                  {say('previous')}
                </Button>
                <Button why={index === count - 1 ? shared('why-last') : null} onPress={() => stack.go(1)}>
                  {say('skip')}
                </Button>
              </>
            )}
            <Button kind="primary" disabled={saving} onPress={() => void stack.save()}>
              {count === 1 ? shared('save') : say(done >= count - 1 ? 'save-last' : 'save-next')}
            </Button>
          </>
        )
      }
    >
      <p className={styles['head']} role="status">
        <span>{forms === null ? say('loading') : (form?.name ?? say('nothing'))}</span>
        {count > 1 && <span className="tabular">{say('place-of', { number: index + 1, count })}</span>}
      </p>
      {fault !== null && <p role="alert">{`${faultSentence(fault)} ${nextStep(fault)}`}</p>}
      <Form key={form?.itemId ?? ''} stack={stack} />
      {count > 1 && <p className={styles['keys']}>{say('keys')}</p>}
    </Dialog>
  );
}
