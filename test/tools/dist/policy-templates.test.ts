import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { policyValues } from '../../../src/main/engine/settings/policy-values.ts';
import { policyWords } from '../../../tools/dist/policy/policy-texts.ts';
import { policyDefinitions, policyResources, putPolicyTemplates } from '../../../tools/dist/policy/policy-templates.ts';
import { elementsIn, policySamples, readXml, registryCalls, type XmlElement } from '../../support/policy-samples.ts';
import { makeTestFolder } from '../../support/ports.ts';

const languages = ['en-US', 'de-DE'] as const;
const text = policyDefinitions('1.2.3');
const definitions = readXml(text);
const policies = elementsIn(definitions, 'policy');

function names(element: XmlElement): readonly string[] {
  return element.children.map(({ name }) => name);
}

/** What references of a kind, such as `$(string.about)`, name. */
function referred(kind: 'string' | 'presentation'): readonly string[] {
  return [...text.matchAll(new RegExp(String.raw`="\$\(${kind}\.([^)]*)\)"`, 'gu'))].map(([, id = '']) => id);
}

/** The rules of [MS-GPREG] 7.2 to 7.4, as far as the templates touch them; the schema itself is Microsoft's and no part of this project. */
describe('the definitions for Group Policy', () => {
  it('have the parts that the schema asks for, in its order', () => {
    expect(names(definitions)).toEqual(['policyNamespaces', 'resources', 'supportedOn', 'categories', 'policies']);
    expect(definitions.attributes).toMatchObject({ revision: '1.2', schemaVersion: '1.0' });
    for (const policy of policies) {
      const parts = names(policy);
      expect(parts.slice(0, 2)).toEqual(['parentCategory', 'supportedOn']);
      expect([['elements'], ['enabledValue', 'disabledValue']]).toContainEqual(parts.slice(2));
    }
  });

  it('set the values of the computer below one key, each setting once', () => {
    expect(new Set(policies.map(({ attributes }) => attributes['class']))).toEqual(new Set(['Machine']));
    expect(new Set(policies.map(({ attributes }) => attributes['key']))).toEqual(
      new Set(['Software\\Policies\\Mailroom']),
    );
    const values = policyValues().map(({ path }) => path);
    expect(Object.keys(policySamples)).toEqual(values);
    for (const path of values) expect(registryCalls(text, path).length).toBeGreaterThan(0);
  });

  it('name what is there: categories, the supported versions, and no id twice or with characters that are none of an id', () => {
    const categories = elementsIn(definitions, 'category').map(({ attributes }) => attributes['name']);
    for (const { attributes } of elementsIn(definitions, 'parentCategory'))
      expect(categories).toContain(attributes['ref']);
    const supported = elementsIn(definitions, 'definition').map(({ attributes }) => attributes['name']);
    for (const policy of policies)
      for (const { attributes } of policy.children.filter(({ name }) => name === 'supportedOn'))
        expect(supported).toContain(attributes['ref']);
    const ids = policies.map(({ attributes }) => attributes['name'] ?? '');
    expect(ids).toEqual([...new Set(ids)]);
    for (const id of [...ids, ...referred('string'), ...referred('presentation')])
      expect(id).toMatch(/^[A-Za-z0-9_]+$/u);
  });

  it('bound numbers and texts by what the registry and the settings hold', () => {
    const numbers = elementsIn(definitions, 'decimal').filter(({ attributes }) => attributes['id'] !== undefined);
    for (const { attributes } of numbers) {
      const [min, max] = [Number(attributes['minValue']), Number(attributes['maxValue'])];
      expect(min).toBeLessThan(max);
      expect(max).toBeLessThanOrEqual(0xff_ff_ff_ff);
    }
    expect(numbers.find(({ attributes }) => attributes['id'] === 'limits_sockets')?.attributes).toMatchObject({
      minValue: '1',
      maxValue: '64',
    });
  });
});

describe.each(languages)('the texts for Group Policy in %s', (language) => {
  const resources = readXml(policyResources(language, '1.2.3'));
  const strings = elementsIn(resources, 'string');
  const presentations = elementsIn(resources, 'presentation');

  it('have the parts that the schema asks for, in its order', () => {
    expect(names(resources)).toEqual(['displayName', 'description', 'resources']);
    expect(elementsIn(resources, 'resources').map(names)).toEqual([['stringTable', 'presentationTable']]);
  });

  it('have each string that is referred to, with something in it, and no other', () => {
    const ids = strings.map(({ attributes }) => attributes['id'] ?? '');
    expect(ids).toEqual([...new Set(ids)]);
    expect(new Set(ids)).toEqual(new Set(referred('string')));
    for (const each of strings) expect(each.text.trim(), each.attributes['id']).not.toBe('');
    expect(Object.keys(policyWords[language].settings).sort()).toEqual(
      policyValues()
        .map(({ path }) => path)
        .sort(),
    );
  });

  it('show each element that takes a value, in a control of its kind', () => {
    const controls: Readonly<Record<string, string>> = {
      decimal: 'decimalTextBox',
      enum: 'dropdownList',
      text: 'textBox',
      multiText: 'multiTextBox',
      list: 'listBox',
    };
    const wanted = policies.flatMap((policy) =>
      elementsIn(policy, 'elements').flatMap(({ children }) =>
        children.map(({ name, attributes }) => [policy.attributes['name'], controls[name], attributes['id']]),
      ),
    );
    const shown = presentations.flatMap(({ attributes, children }) =>
      children.map((control) => [attributes['id'], control.name, control.attributes['refId']]),
    );
    expect(shown).toEqual(wanted);
    expect(presentations.map(({ attributes }) => attributes['id'])).toEqual(referred('presentation'));
  });
});

test('they lie where Windows looks for them, the same for the same version', async () => {
  const folders = [await makeTestFolder(), await makeTestFolder()];
  for (const folder of folders) await putPolicyTemplates(folder, '1.2.3');
  const [one = '', other = ''] = folders;
  const files = (await readdir(one, { recursive: true })).sort();
  expect(files).toEqual([
    'Mailroom.admx',
    'de-DE',
    join('de-DE', 'Mailroom.adml'),
    'en-US',
    join('en-US', 'Mailroom.adml'),
  ]);
  for (const name of files.filter((each) => /\.adm[lx]$/u.test(each)))
    expect(await readFile(join(one, name), 'utf8')).toBe(await readFile(join(other, name), 'utf8'));
});
