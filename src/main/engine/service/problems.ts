/**
 * Every `problem` that the client gives to a fault whose sentence stands in the catalogue: keys of the house, each with words in
 * every language. (A fault `wrong-usage` is a sentence itself: it answers whoever types an operation by hand.)
 */
export const clientProblems = [
  // an answer that is not what the operation promises
  'web-page',
  'not-json',
  'unexpected-shape',
  'redirect',
  'no-such-address',
  'archive-broken',
  'archive-cut',
  'archive-unsupported',
  'archive-too-large',
  'too-many-entries',
  // a value that breaks a rule of the interface
  'empty',
  'too-long',
  'control-characters',
  'blanks',
  'too-many-pairs',
  'empty-key',
  'keys-differ-only-by-case',
  'not-flat',
  'not-in-range',
  // a connection that cannot be used
  'not-a-url',
  'no-web-address',
  'no-host',
  'holds-credentials',
  'holds-query',
  'plain-http',
  'proxy-kind',
  'script-kind',
  'script-in-file',
  'authorities-unreadable',
  'authorities-empty',
  'authorities-damaged',
  'certificate-unreadable',
  'certificate-without-key',
  'certificate-other-key',
  'certificate-passphrase',
  'certificate-outdated',
  'certificate-damaged',
] as const;

/** One of {@link clientProblems}. */
export type ClientProblem = (typeof clientProblems)[number];
