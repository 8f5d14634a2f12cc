/** Rules, each with a text that breaks it. */
export type Breaches = Readonly<Record<string, string>>;

/** Lint rules for all files, each with the text that breaks it. They are tried in a script, where old JavaScript is still read. */
export const everywhere: Breaches = {
  'for-direction': 'for (let i = 0; i < 10; i--) console.log(i);',
  'no-async-promise-executor': 'new Promise(async () => {});',
  'no-case-declarations': 'switch (process.pid) { case 1: let x = 1; console.log(x); }',
  'no-compare-neg-zero': 'console.log(process.pid === -0);',
  'no-cond-assign': 'let x; if (x = process.pid) console.log(x);',
  'no-constant-binary-expression': 'console.log({} ?? process.pid);',
  'no-constant-condition': 'if (1) console.log(1);',
  'no-control-regex': 'console.log(/\\x1f/);',
  'no-debugger': 'debugger;',
  'no-delete-var': 'var x = 1; delete x;',
  'no-dupe-else-if': 'const x = process.pid; if (x === 1) console.log(1); else if (x === 1) console.log(2);',
  'no-duplicate-case': 'switch (process.pid) { case 1: break; case 1: break; }',
  'no-empty': 'if (process.pid) {}',
  'no-empty-character-class': 'console.log(/a[]/);',
  'no-empty-pattern': 'const {} = process; console.log(1);',
  'no-empty-static-block': 'console.log(class { static {} });',
  'no-ex-assign': 'try { process.exit(); } catch (error) { error = 1; console.log(error); }',
  'no-extra-boolean-cast': 'if (!!process.pid) console.log(1);',
  'no-fallthrough': 'switch (process.pid) { case 1: console.log(1); case 2: console.log(2); }',
  'no-global-assign': 'Object = null;',
  'no-invalid-regexp': "console.log(new RegExp('['));",
  'no-irregular-whitespace': 'console.log(1);\u00a0',
  'no-loss-of-precision': 'console.log(9007199254740993);',
  'no-misleading-character-class': 'console.log(/[👍]/);',
  'no-nonoctal-decimal-escape': "console.log('\\8');",
  'no-prototype-builtins': "console.log(process.hasOwnProperty('pid'));",
  'no-regex-spaces': 'console.log(/a  b/);',
  'no-self-assign': 'let x = process.pid; x = x; console.log(x);',
  'no-shadow-restricted-names': 'function f(undefined) { return undefined; } f(1);',
  'no-sparse-arrays': 'console.log([1, , 2]);',
  'no-unassigned-vars': 'let x; console.log(x);',
  'no-unsafe-finally': 'function f() { try { process.exit(); } finally { return 1; } } f();',
  'no-unsafe-optional-chaining': 'console.log((process?.env).PATH);',
  'no-unused-labels': 'a: console.log(1);',
  'no-unused-private-class-members': 'console.log(class { #x = 1; });',
  'no-useless-assignment': 'let x = 1; x = process.pid; console.log(x);',
  'no-useless-backreference': 'console.log(/(?:\\1)(a)/);',
  'no-useless-catch': 'try { process.exit(); } catch (error) { throw error; }',
  'no-useless-escape': "console.log('\\d');",
  'preserve-caught-error': "try { process.exit(); } catch (error) { throw new Error('x'); }",
  'require-yield': 'function* f() { return 1; } f();',
  'use-isnan': 'console.log(process.pid === NaN);',
  'valid-typeof': "console.log(typeof process === 'strnig');",
};

/** Rules for JavaScript alone: in TypeScript the compiler knows them. */
export const javascript: Breaches = {
  'constructor-super': 'console.log(class A extends Object { constructor() {} });',
  'getter-return': 'console.log({ get x() {} });',
  'no-class-assign': 'class A {} A = 1; console.log(A);',
  'no-const-assign': 'const x = 1; x = 2; console.log(x);',
  'no-dupe-class-members': 'console.log(class { a() {} a() {} });',
  'no-dupe-keys': 'console.log({ a: 1, a: 2 });',
  'no-func-assign': 'function f() {} f = 1; console.log(f);',
  'no-import-assign': "import x from 'node:fs'; x = 1; console.log(x);",
  'no-new-native-nonconstructor': 'console.log(new Symbol());',
  'no-obj-calls': 'console.log(Math());',
  'no-redeclare': 'var x = 1; var x = 2; console.log(x);',
  'no-setter-return': 'console.log({ set x(value) { return value; } });',
  'no-this-before-super': 'console.log(class extends Object { constructor() { this.x = 1; super(); } });',
  'no-undef': 'console.log(nowhere);',
  'no-unreachable': 'function f() { return 1; console.log(1); } f();',
  'no-unsafe-negation': "console.log(!'a' in process);",
  'no-unused-vars': 'const _unused = 1;',
  'no-with': 'with (process) console.log(1);',
};

/** Rules for TypeScript that don't ask for types. */
export const typescript: Breaches = {
  eqeqeq: 'export const x = process.pid == 1;',
  'import/extensions': "import { x } from './types'; export { x };",
  'max-lines': 'export {};\n'.repeat(501),
  'no-array-constructor': 'export const x: unknown[] = new Array(1, 2);',
  'no-console': 'console.log(1);',
  'no-unused-expressions': 'process.pid;',
  'no-unused-vars': 'const _unused = 1; export {};',
  'no-useless-constructor': 'export class A { x = 1; constructor() {} }',
  'no-var': 'export var x = 1;',
  'no-warning-comments': '// A remark with the word todo in it\nexport {};',
  'object-shorthand': 'const x = 1; export const y = { x: x };',
  'oxc/no-barrel-file': "export * from './types.ts';",
  'prefer-const': 'let x = 1; export const y = x;',
  'prefer-rest-params': 'export function f(): unknown { return arguments[0]; }',
  'prefer-spread': 'export const f = (g: (...x: number[]) => void, x: number[]): void => g.apply(undefined, x);',
  'typescript/ban-ts-comment': '// @ts-ignore\nexport {};',
  'typescript/consistent-type-assertions': 'export const x = process.pid as unknown;',
  'typescript/consistent-type-imports': "import { Stats } from 'node:fs'; export type X = Stats;",
  'typescript/explicit-module-boundary-types': 'export function f() { return 1; }',
  'typescript/no-duplicate-enum-values': 'export enum E { A = 1, B = 1 }',
  'typescript/no-dynamic-delete': 'export const f = (x: Record<string, 1>, k: string): void => { delete x[k]; };',
  'typescript/no-empty-object-type': 'export type X = {};',
  'typescript/no-explicit-any': 'export type X = any;',
  'typescript/no-extra-non-null-assertion': 'export const f = (x?: { y: 1 }): unknown => x!!.y;',
  'typescript/no-extraneous-class': 'export class A { static x = 1; }',
  'typescript/no-misused-new': 'export interface A { new (): A; }',
  'typescript/no-namespace': 'export namespace A { export const x = 1; }',
  'typescript/no-non-null-asserted-nullish-coalescing': 'export const f = (x: { y?: 1 }): unknown => x.y! ?? 2;',
  'typescript/no-non-null-asserted-optional-chain': 'export const f = (x?: { y?: 1 }): unknown => x?.y!;',
  'typescript/no-non-null-assertion': 'export const f = (x?: { y: 1 }): unknown => x!.y;',
  'typescript/no-require-imports': "export const x: unknown = require('node:fs');",
  'typescript/no-this-alias': 'export class A { x(): unknown { const y = this; return () => y; } }',
  'typescript/no-unnecessary-type-constraint': 'export type X<T extends unknown> = T[];',
  'typescript/no-unsafe-declaration-merging': 'export interface A { x: 1 }\nexport class A { y = 1; }',
  'typescript/no-unsafe-function-type': 'export type X = Function;',
  'typescript/no-wrapper-object-types': 'export type X = String;',
  'typescript/prefer-as-const': "export const x: 'a' = 'a';",
  'typescript/prefer-literal-enum-member': 'const x = 1; export enum E { A = x }',
  'typescript/prefer-namespace-keyword': 'declare module A { const x: 1; }',
  'typescript/triple-slash-reference': '/// <reference path="./types.ts" />\nexport {};',
  'typescript/unified-signatures':
    'export function f(x: number): void; export function f(x: string): void; export function f(x: unknown): void { void x; }',
};

/** Rules that ask the compiler for types; `./types.ts` has `any` (a value of any type) and enums. */
export const typed: Breaches = {
  'typescript/await-thenable': 'export const f = async (): Promise<void> => { await 1; };',
  'typescript/no-array-delete': 'export const f = (x: number[]): void => { delete x[0]; };',
  'typescript/no-base-to-string': 'export const x = String({});',
  'typescript/no-deprecated': 'import { old } from "./types.ts"; export const x = old();',
  'typescript/no-duplicate-type-constituents': 'export type X = 1 | 2 | 1;',
  'typescript/no-floating-promises': 'Promise.resolve(1); export {};',
  'typescript/no-for-in-array': 'export const f = (x: number[]): void => { for (const y in x) void y; };',
  'typescript/no-generated-empty-object-type': 'export type X = Omit<{ a: 1 }, "a">;',
  'typescript/no-implied-eval': 'setTimeout("1", 1); export {};',
  'typescript/no-meaningless-void-operator': 'export const f = (x: () => void): void => { void x(); };',
  'typescript/no-misused-promises': 'export const f = (): number => (Promise.resolve(1) ? 1 : 2);',
  'typescript/no-misused-spread': 'export const x = { ...Promise.resolve({ a: 1 }) };',
  'typescript/no-mixed-enums': 'export enum E { A = 1, B = "b" }',
  'typescript/no-redundant-type-constituents': 'export type X = unknown | 1;',
  'typescript/no-unnecessary-boolean-literal-compare': 'export const f = (x: boolean): boolean => x === true;',
  'typescript/no-unnecessary-condition': 'export const f = (x: { y: 1 }): number => (x ? 1 : 2);',
  'typescript/no-unnecessary-template-expression': 'export const x = `${"a"}b`;',
  'typescript/no-unnecessary-type-arguments': 'import type { Box } from "./types.ts"; export type X = Box<number>;',
  'typescript/no-unnecessary-type-assertion': 'const x = "a"; export const y = x!;',
  'typescript/no-unnecessary-type-conversion': 'export const f = (x: string): string => String(x);',
  'typescript/no-unnecessary-type-parameters': 'export function f<T>(x: T): void { void x; }',
  'typescript/no-unsafe-argument': 'import { any } from "./types.ts"; export const x = Number.parseInt(any, 10);',
  'typescript/no-unsafe-assignment': 'import { any } from "./types.ts"; const x = any; export { x };',
  'typescript/no-unsafe-call': 'import { any } from "./types.ts"; any();',
  'typescript/no-unsafe-enum-assignment': 'import { Side } from "./types.ts"; export const x: Side = 1;',
  'typescript/no-unsafe-enum-comparison':
    'import { Side } from "./types.ts"; export const f = (x: Side): boolean => x === 1;',
  'typescript/no-unsafe-member-access': 'import { any } from "./types.ts"; void any.x;',
  'typescript/no-unsafe-return': 'import { any } from "./types.ts"; export const f = (): string => any;',
  'typescript/no-unsafe-unary-minus': 'export const f = (x: string): unknown => -x;',
  'typescript/no-useless-default-assignment': 'export const f = ({ x = 1 }: { x: number }): number => x;',
  'typescript/only-throw-error': 'export const f = (): void => { throw "a"; };',
  'typescript/prefer-promise-reject-errors': 'export const x = Promise.reject("a");',
  'typescript/prefer-reduce-type-parameter': 'export const x = [1].reduce((a, b) => [...a, b], [] as number[]);',
  'typescript/prefer-return-this-type': 'export class A { f(): A { return this; } }',
  'typescript/related-getter-setter-pairs': 'export interface A { get x(): string; set x(value: number); }',
  'typescript/require-await': 'export const f = async (): Promise<void> => { void 1; };',
  'typescript/restrict-plus-operands': 'export const f = (x: number, y: string): string => x + y;',
  'typescript/restrict-template-expressions': 'export const f = (x: object): string => `${x}`;',
  'typescript/return-await':
    'export const f = async (): Promise<number> => { try { return Promise.resolve(1); } catch { return 2; } };',
  'typescript/switch-exhaustiveness-check': 'export const f = (x: 1 | 2): void => { switch (x) { case 1: break; } };',
  'typescript/use-unknown-in-catch-callback-variable':
    'Promise.resolve(1).catch((error) => { throw error; }); export {};',
};

/** Rules for the page. */
export const page: Breaches = {
  'react-hooks/rules-of-hooks':
    'import { useState } from "react"; export function A({ x }: { x: 1 }): unknown { if (x) useState(1); return <p>{x}</p>; }',
  'react-hooks/exhaustive-deps':
    'import { useEffect } from "react"; export function A({ x }: { x: 1 }): unknown { useEffect(() => { void x; }, []); return <p />; }',
  'react/static-components': 'export function A(): unknown { const B = (): unknown => <p />; return <B />; }',
  'react/use-memo':
    'import { useMemo } from "react"; export function A(): unknown { const x = useMemo(async () => 1, []); return <p>{x}</p>; }',
  'react/void-use-memo':
    'import { useMemo } from "react"; export function A(): unknown { useMemo(() => { void 1; }, []); return <p />; }',
  'react/preserve-manual-memoization':
    'import { useMemo } from "react"; export function A({ x, y }: { x: 1; y: { a: { b: 1 } } }): unknown { const z = useMemo(() => { if (x) return [y.a.b]; return []; }, [x, y.a?.b]); return <p>{z}</p>; }',
  'react/incompatible-library':
    'import { useVirtualizer } from "@tanstack/react-virtual"; export function A(): unknown { const x = useVirtualizer({}); return <p>{x.y}</p>; }',
  'react/immutability': 'export function A({ x }: { x: { y: number } }): unknown { x.y = 2; return <p>{x.y}</p>; }',
  'react/globals': 'let x = 1; export function A(): unknown { x = 2; return <p>{x}</p>; }',
  'react/refs':
    'import { useRef } from "react"; export function A(): unknown { const x = useRef(1); return <p>{x.current}</p>; }',
  'react/set-state-in-effect':
    'import { useEffect, useState } from "react"; export function A(): unknown { const [x, setX] = useState(1); useEffect(() => { setX(2); }, []); return <p>{x}</p>; }',
  'react/error-boundaries': 'export function A(): unknown { try { return <p />; } catch { return null; } }',
  'react/purity': 'export function A(): unknown { const x = Math.random(); return <p>{x}</p>; }',
  'react/set-state-in-render':
    'import { useState } from "react"; export function A(): unknown { const [x, setX] = useState(1); setX(2); return <p>{x}</p>; }',
  'react/unsupported-syntax': 'export function A(): unknown { const x = eval("1"); return <p>{x}</p>; }',
};

/** Rules for what ships. */
export const shipped: Breaches = {
  'max-lines-per-function': `export function f(): void {\n${'  void 0;\n'.repeat(120)}}`,
  complexity: `export function f(x: number): number {\n${'  if (x > 1) return x;\n'.repeat(31)}  return 0;\n}`,
};

/** Rules for tests. */
export const tests: Breaches = { 'no-restricted-imports': "import fc from 'fast-check'; export { fc };" };

/** What the texts import from `./types.ts`. */
export const types = `
export declare const any: any;
export enum Side { Front = 1, Back = 2 }
export interface Box<T = number> { readonly x: T }
/** @deprecated */
export const old = (): number => 1;
export const x = 1;
`;
