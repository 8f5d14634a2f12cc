/** An attribute of a start tag; the value is kept for declarations of namespaces only. */
export interface TagAttribute {
  readonly name: string;
  readonly value: string;
}

/** Follows which prefixes stand for what while elements open and close. Answers are flaws: one short line, or null. */
export interface Namespaces {
  open(name: string, attributes: readonly TagAttribute[]): string | null;
  close(): void;
}

const xmlUri = 'http://www.w3.org/XML/1998/namespace';
const xmlnsUri = 'http://www.w3.org/2000/xmlns/';

function prefixOf(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? '' : name.slice(0, colon);
}

/** The prefix that an attribute declares (empty: the default), or null where it is another attribute. */
export function declaredPrefix(name: string): string | null {
  if (name === 'xmlns') return '';
  return name.startsWith('xmlns:') ? name.slice('xmlns:'.length) : null;
}

function wrongDeclaration(prefix: string, uri: string): boolean {
  if (prefix === 'xml') return uri !== xmlUri;
  return prefix === 'xmlns' || uri === xmlUri || uri === xmlnsUri || (prefix !== '' && uri === '');
}

/** Makes the record of a document (Namespaces in XML 1.0). */
export function createNamespaces(): Namespaces {
  const uris = new Map<string, string[]>([['xml', [xmlUri]]]);
  const scopes: (readonly string[])[] = [];
  const uriOf = (prefix: string): string | undefined => uris.get(prefix)?.at(-1);

  function declare(attributes: readonly TagAttribute[]): string | null {
    const scope: string[] = [];
    for (const { name, value } of attributes) {
      const prefix = declaredPrefix(name);
      if (prefix === null) continue;
      if (wrongDeclaration(prefix, value)) return 'wrong declaration of a namespace';
      const known = uris.get(prefix);
      if (known === undefined) uris.set(prefix, [value]);
      else known.push(value);
      scope.push(prefix);
    }
    scopes.push(scope);
    return null;
  }

  return {
    open(name, attributes) {
      const wrong = declare(attributes);
      if (wrong !== null) return wrong;
      const prefix = prefixOf(name);
      if (prefix !== '' && uriOf(prefix) === undefined) return 'a prefix is not declared';
      const seen = new Set<string>();
      for (const attribute of attributes) {
        const own = prefixOf(attribute.name);
        if (own === '' || own === 'xmlns') continue;
        const uri = uriOf(own);
        if (uri === undefined) return 'a prefix is not declared';
        const expanded = `${uri} ${attribute.name.slice(own.length + 1)}`;
        if (seen.has(expanded)) return 'an attribute stands twice';
        seen.add(expanded);
      }
      return null;
    },
    close() {
      for (const prefix of scopes.pop() ?? []) {
        const known = uris.get(prefix);
        known?.pop();
        if (known?.length === 0) uris.delete(prefix);
      }
    },
  };
}
