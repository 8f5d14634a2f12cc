/** The same keys in another language. */
export type Words<English extends Readonly<Record<string, string>>> = Readonly<Record<keyof English, string>>;
