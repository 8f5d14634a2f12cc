/** What a fault says in one language: what is, then what to do; both are templates for {@link fillTemplate}. */
export interface FaultSentences {
  readonly reason: string;
  readonly nextStep: string;
}

/** Sentences in both languages. */
export interface InBoth {
  readonly en: FaultSentences;
  readonly de: FaultSentences;
}

/** Puts sentences of both languages side by side; each is a reason and a next step. */
export function both(en: readonly [string, string], de: readonly [string, string]): InBoth {
  return { en: { reason: en[0], nextStep: en[1] }, de: { reason: de[0], nextStep: de[1] } };
}

/** Longest value put into a sentence, in UTF-16 units; longer ones lose their middle. */
const maxValue = 160;

/** Control characters, line and paragraph separators, and marks that turn the direction of what follows. */
// oxlint-disable-next-line no-control-regex -- these are exactly what must not reach a terminal or a window
const untrusted = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Half characters (a cut, or a broken name) become the sign for an unreadable one. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Makes a value safe and short enough to stand in one line of text: names, messages and paths come from outside. */
function plainValue(value: string | number, maxLength = maxValue): string {
  const clean = wellFormed(String(value)).replace(untrusted, ' ').replace(/\s+/gu, ' ').trim();
  if (clean.length <= maxLength) return clean;
  const head = Math.ceil((maxLength - 1) * 0.6);
  const tail = maxLength - 1 - head;
  return wellFormed(`${clean.slice(0, head)}…${clean.slice(clean.length - tail)}`);
}

/**
 * Fills a template: `{name}` is the value of that name, `{name|words}` the value or else the words, and what stands in `[ ]`
 * is left out unless every value in it is there. Values are data: braces and brackets in them mean nothing.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template
    .split(/(\[[^\]]*\])/u)
    .map((part, index) => (index % 2 === 0 ? fillPart(part, values) : fillOptional(part, values)))
    .reduce(joinSentence, '');
}

function fillOptional(part: string, values: Readonly<Record<string, string | number>>): string {
  const names = [...part.matchAll(/\{(\w+)\}/gu)].map((match) => match[1] ?? '');
  return names.every((name) => valueOf(name, values) !== '') ? fillPart(part.slice(1, -1), values) : '';
}

function fillPart(part: string, values: Readonly<Record<string, string | number>>): string {
  return part
    .split(/(\{\w+(?:\|[^}]*)?\})/u)
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      const [name = '', fallback = '…'] = piece.slice(1, -1).split('|');
      return valueOf(name, values) || fallback;
    })
    .reduce(joinSentence, '');
}

function valueOf(name: string, values: Readonly<Record<string, string | number>>): string {
  if (!Object.hasOwn(values, name)) return '';
  return plainValue(values[name] ?? '');
}

/** A value that brings its own full stop takes the place of ours. */
function joinSentence(text: string, next: string): string {
  return next.startsWith('.') && /[.!?…]$/u.test(text) ? text + next.slice(1) : text + next;
}
