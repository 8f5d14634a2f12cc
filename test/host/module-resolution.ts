import fs from 'node:fs';
import Module from 'node:module';

const names: ReadonlySet<string> = new Set(['electron', 'electron/main', 'electron/common']);
const globalName = '__chromiumHostElectron';

function dataUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** Makes `electron` (and `original-fs`) resolve to the stand-in, for `require` and `import` alike. */
export function provideElectron(electron: object): void {
  const loadAsBefore: unknown = Reflect.get(Module, '_load');
  if (typeof loadAsBefore !== 'function') throw new Error('this Node has no Module._load');
  // The test runner's `require('electron')` through the inspector goes this way too.
  Reflect.set(Module, '_load', function load(this: unknown, request: unknown, ...rest: unknown[]): unknown {
    if (typeof request === 'string' && names.has(request)) return electron;
    if (request === 'original-fs') return fs;
    const loaded: unknown = Reflect.apply(loadAsBefore, this, [request, ...rest]);
    return loaded;
  });

  Object.defineProperty(globalThis, globalName, { value: electron });
  const standIn = dataUrl(
    `const electron = globalThis.${globalName}; export default electron;
     export const { ${Object.keys(electron).join(', ')} } = electron;`,
  );
  const hooks = dataUrl(
    `const names = new Set(${JSON.stringify([...names])});
     export function resolve(specifier, context, next) {
       if (names.has(specifier)) return { url: ${JSON.stringify(standIn)}, format: 'module', shortCircuit: true };
       if (specifier === 'original-fs') return { url: 'node:fs', format: 'builtin', shortCircuit: true };
       return next(specifier, context);
     }`,
  );
  Module.register(hooks);
}
