import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inXml } from '../../../src/main/engine/platform/plain-text.ts';
import { policyValues, type PolicyValue } from '../../../src/main/engine/settings/policy-values.ts';
import { policyWords, type PolicyWords } from './policy-texts.ts';

/*
 * The administrative templates for Group Policy and what takes them over (Intune): made of the settings' schema. Which elements there are, in
 * which order, and what ids may hold: [MS-GPREG] 7.2 to 7.4.
 */

const schema = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
const key = 'Software\\Policies\\Mailroom';

/** Ids hold letters, digits and `_` alone. */
function idOf(path: string): string {
  return path.replaceAll(/[^A-Za-z0-9]/gu, '_');
}

/** What a version is in a template: two numbers. */
function revisionOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/** Where a setting stands in the tree of the editor: by the first part of its path, but for those that would stand alone. */
function categoryOf(path: string): string {
  const [first = ''] = path.split('.');
  const others: Readonly<Record<string, string>> = {
    language: 'window',
    defaultConnection: 'connections',
    log: 'metrics',
  };
  return others[first] ?? first;
}

function attributes(values: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${inXml(String(value))}"`)
    .join('');
}

const maxLineLength = 16_383;
const maxNumber = 4_294_967_295;

/** The part of a policy that takes its value; nothing where enabling and disabling it are the values. */
function elementOf({ path, form }: PolicyValue): string {
  const named = { id: idOf(path), valueName: path, required: true };
  switch (form.kind) {
    case 'truth':
      return '';
    case 'number':
      return `<decimal${attributes({ ...named, minValue: form.min, maxValue: form.max ?? maxNumber })}/>`;
    case 'choice': {
      const item = (word: string): string =>
        `<item displayName="$(string.choice_${idOf(word)})"><value><string>${inXml(word)}</string></value></item>`;
      return `<enum${attributes(named)}>${form.words.map(item).join('')}</enum>`;
    }
    case 'text':
      return `<text${attributes({ ...named, maxLength: form.maxLength ?? 1_023, ...(form.isPath ? { expandable: true } : {}) })}/>`;
    case 'lines':
    case 'structure':
    case 'structures':
      return `<multiText${attributes({ ...named, maxLength: maxLineLength })}/>`;
    case 'pairs':
      return `<list${attributes({ id: named.id, key: `${key}\\${path}`, explicitValue: true })}/>`;
  }
}

function policyOf(value: PolicyValue): string {
  const { path, form } = value;
  const id = idOf(path);
  const element = elementOf(value);
  const switches = form.kind === 'truth';
  const named = {
    name: id,
    class: 'Machine',
    displayName: `$(string.${id})`,
    explainText: `$(string.${id}_explain)`,
    ...(switches ? {} : { presentation: `$(presentation.${id})` }),
    key,
    ...(switches ? { valueName: path } : {}),
  };
  return [
    `    <policy${attributes(named)}>`,
    `      <parentCategory ref="${categoryOf(path)}"/>`,
    '      <supportedOn ref="mailroom"/>',
    ...(switches
      ? [
          '      <enabledValue><decimal value="1"/></enabledValue>',
          '      <disabledValue><decimal value="0"/></disabledValue>',
        ]
      : [`      <elements>${element}</elements>`]),
    '    </policy>',
  ].join('\n');
}

/** Categories below that of the program, in the order of the settings. */
function categories(): readonly string[] {
  return [...new Set(policyValues().map(({ path }) => categoryOf(path)))];
}

/** The ADMX file. */
export function policyDefinitions(version: string): string {
  const category = (name: string): string =>
    `    <category name="${name}" displayName="$(string.category_${name})"><parentCategory ref="mailroom"/></category>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="${schema}" revision="${revisionOf(version)}" schemaVersion="1.0">
  <policyNamespaces><target prefix="mailroom" namespace="Mailroom.Policies"/></policyNamespaces>
  <resources minRequiredRevision="${revisionOf(version)}"/>
  <supportedOn><definitions><definition name="mailroom" displayName="$(string.supported)"/></definitions></supportedOn>
  <categories>
    <category name="mailroom" displayName="$(string.category)"/>
${categories().map(category).join('\n')}
  </categories>
  <policies>
${policyValues().map(policyOf).join('\n')}
  </policies>
</policyDefinitions>
`;
}

function presentationOf({ path, form }: PolicyValue, words: PolicyWords): string {
  const id = idOf(path);
  const control = ((): string => {
    switch (form.kind) {
      case 'truth':
        return '';
      case 'number':
        return `<decimalTextBox refId="${id}" defaultValue="${String(form.standard ?? form.min)}">${inXml(words.value)}</decimalTextBox>`;
      case 'choice':
        return `<dropdownList refId="${id}" noSort="true" defaultItem="0">${inXml(words.value)}</dropdownList>`;
      case 'text':
        return `<textBox refId="${id}"><label>${inXml(words.value)}</label></textBox>`;
      case 'lines':
        return `<multiTextBox refId="${id}" defaultHeight="6">${inXml(words.lines)}</multiTextBox>`;
      case 'structure':
      case 'structures':
        return `<multiTextBox refId="${id}" defaultHeight="10">JSON:</multiTextBox>`;
      case 'pairs':
        return `<listBox refId="${id}">${inXml(words.pairs)}</listBox>`;
    }
  })();
  return control === '' ? '' : `      <presentation id="${id}">${control}</presentation>\n`;
}

function explanationOf({ path, form }: PolicyValue, words: PolicyWords): string {
  const [, about = ''] = words.settings[path] ?? [];
  const how = form.kind === 'structure' ? words.json : form.kind === 'structures' ? words.jsonList : '';
  const note = form.kind === 'truth' ? words.switched(path) : words.note(path);
  return [about, how, note].filter((part) => part !== '').join('\n\n');
}

/** The ADML file of a language. */
export function policyResources(language: keyof typeof policyWords, version: string): string {
  const words = policyWords[language];
  const values = policyValues();
  const choices = new Set(values.flatMap(({ form }) => (form.kind === 'choice' ? form.words : [])));
  const strings: readonly (readonly [string, string])[] = [
    ['supported', words.supported],
    ['category', words.root],
    ...categories().map((name) => [`category_${name}`, words.categories[name] ?? ''] as const),
    ...[...choices].map((word) => [`choice_${idOf(word)}`, words.choices[word] ?? ''] as const),
    ...values.flatMap((value) => [
      [idOf(value.path), words.settings[value.path]?.[0] ?? ''] as const,
      [`${idOf(value.path)}_explain`, explanationOf(value, words)] as const,
    ]),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="${schema}" revision="${revisionOf(version)}" schemaVersion="1.0">
  <displayName>Mailroom</displayName>
  <description>${inXml(words.about)}</description>
  <resources>
    <stringTable>
${strings.map(([id, text]) => `      <string id="${id}">${inXml(text)}</string>`).join('\n')}
    </stringTable>
    <presentationTable>
${values.map((value) => presentationOf(value, words)).join('')}    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

/** Writes them into a folder (absolute) as Windows keeps them: `Mailroom.admx`, and `Mailroom.adml` below each language. */
export async function putPolicyTemplates(folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'Mailroom.admx'), policyDefinitions(version));
  for (const language of ['en-US', 'de-DE'] as const) {
    await mkdir(join(folder, language), { recursive: true });
    await writeFile(join(folder, language, 'Mailroom.adml'), policyResources(language, version));
  }
}
