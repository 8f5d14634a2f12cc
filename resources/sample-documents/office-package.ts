import type { Zippable } from 'fflate';
import { strToU8, zipSync } from 'fflate';
import { element } from './markup.ts';

/** One part of an Office file: its name inside the package, its content type, its XML (without declaration). */
export type OfficePart = { readonly name: string; readonly contentType: string; readonly xml: string };

/** One relation of a part; `type` is the last word of the officeDocument relationship address. */
export type Relation = { readonly id: string; readonly type: string; readonly target: string };

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';

/** The namespace of relationship attributes (`r:id`) in all three Office formats. */
export const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/**
 * Packs an Office Open XML file (ECMA-376 part 2): the content types first, then the relations, then the parts. `relations` are those of each part,
 * by part name; the main part is the first one. The packed times are fixed, so that the same parts give the same bytes.
 */
export function packOffice(
  title: string,
  parts: readonly [OfficePart, ...OfficePart[]],
  relations: Readonly<Record<string, readonly Relation[]>>,
): Uint8Array {
  const core: OfficePart = {
    name: 'docProps/core.xml',
    contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
    xml: coreProperties(title),
  };
  const all = [...parts, core];
  const files: Zippable = {
    '[Content_Types].xml': encode(contentTypes(all)),
    '_rels/.rels': encode(
      element(
        'Relationships',
        [
          relationElement(`${OFFICE_RELATIONS}/officeDocument`, 'rId1', parts[0].name),
          relationElement(`${PACKAGE_NAMESPACE}/relationships/metadata/core-properties`, 'rId2', core.name),
        ],
        { xmlns: `${PACKAGE_NAMESPACE}/relationships` },
      ),
    ),
  };
  for (const part of all) {
    files[part.name] = encode(part.xml);
    const own = relations[part.name];
    if (own !== undefined) files[relationsName(part.name)] = encode(relationsXml(own));
  }
  // A local date: ZIP stores local time without a zone, so this is the same in every zone.
  return zipSync(files, { level: 6, mtime: new Date(2025, 2, 3, 8, 0, 0) });
}

function encode(xml: string): Uint8Array {
  return strToU8(DECLARATION + xml);
}

function contentTypes(parts: readonly OfficePart[]): string {
  return element(
    'Types',
    [
      element('Default', '', {
        Extension: 'rels',
        ContentType: 'application/vnd.openxmlformats-package.relationships+xml',
      }),
      element('Default', '', { Extension: 'xml', ContentType: 'application/xml' }),
      ...parts.map((part) => element('Override', '', { PartName: `/${part.name}`, ContentType: part.contentType })),
    ],
    { xmlns: `${PACKAGE_NAMESPACE}/content-types` },
  );
}

/** `word/document.xml` has its relations in `word/_rels/document.xml.rels`. */
function relationsName(partName: string): string {
  const slash = partName.lastIndexOf('/');
  return `${partName.slice(0, slash)}/_rels/${partName.slice(slash + 1)}.rels`;
}

function relationsXml(relations: readonly Relation[]): string {
  return element(
    'Relationships',
    relations.map((relation) => relationElement(`${OFFICE_RELATIONS}/${relation.type}`, relation.id, relation.target)),
    { xmlns: `${PACKAGE_NAMESPACE}/relationships` },
  );
}

function relationElement(type: string, id: string, target: string): string {
  return element('Relationship', '', { Id: id, Type: type, Target: target });
}

function coreProperties(title: string): string {
  const stamp = { 'xsi:type': 'dcterms:W3CDTF' };
  return element(
    'cp:coreProperties',
    [
      element('dc:title', title),
      element('dc:creator', 'Mailroom samples'),
      element('dcterms:created', '2025-03-03T08:00:00Z', stamp),
      element('dcterms:modified', '2025-03-03T08:00:00Z', stamp),
    ],
    {
      'xmlns:cp': `${PACKAGE_NAMESPACE}/metadata/core-properties`,
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:dcterms': 'http://purl.org/dc/terms/',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    },
  );
}
