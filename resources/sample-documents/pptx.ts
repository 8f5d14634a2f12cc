import { element } from './markup.ts';
import type { OfficePart, Relation } from './office-package.ts';
import { OFFICE_RELATIONS, packOffice } from './office-package.ts';
import { presentationTheme } from './pptx-theme.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.presentationml';
const NAMESPACES = {
  'xmlns:a': 'http://schemas.openxmlformats.org/drawingml/2006/main',
  'xmlns:r': OFFICE_RELATIONS,
  'xmlns:p': 'http://schemas.openxmlformats.org/presentationml/2006/main',
};

/** Builds a PowerPoint file: a slide for each entry, with its title and a paragraph a line. */
export function buildPptx(options: {
  readonly title: string;
  readonly slides: readonly { readonly title: string; readonly lines: readonly string[] }[];
}): Uint8Array {
  const slideNames = options.slides.map((_, index) => `slides/slide${index + 1}.xml`);
  const slideParts = options.slides.map((slide, index): OfficePart => ({
    name: `ppt/${slideNames[index]}`,
    contentType: `${TYPE}.slide+xml`,
    xml: element(
      'p:sld',
      [commonSlide([textBox(2, 'title', [slide.title]), textBox(3, 'body', slide.lines)]), colourMap()],
      NAMESPACES,
    ),
  }));
  const relations: Record<string, readonly Relation[]> = {
    'ppt/presentation.xml': [
      { id: 'rId1', type: 'slideMaster', target: 'slideMasters/slideMaster1.xml' },
      { id: 'rId2', type: 'theme', target: 'theme/theme1.xml' },
      ...slideNames.map((target, index) => ({ id: `rId${index + 3}`, type: 'slide', target })),
    ],
    'ppt/slideMasters/slideMaster1.xml': [
      { id: 'rId1', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' },
      { id: 'rId2', type: 'theme', target: '../theme/theme1.xml' },
    ],
    'ppt/slideLayouts/slideLayout1.xml': [
      { id: 'rId1', type: 'slideMaster', target: '../slideMasters/slideMaster1.xml' },
    ],
  };
  for (const part of slideParts)
    relations[part.name] = [{ id: 'rId1', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' }];
  return packOffice(
    options.title,
    [
      {
        name: 'ppt/presentation.xml',
        contentType: `${TYPE}.presentation.main+xml`,
        xml: presentation(slideNames.length),
      },
      { name: 'ppt/slideMasters/slideMaster1.xml', contentType: `${TYPE}.slideMaster+xml`, xml: slideMaster() },
      { name: 'ppt/slideLayouts/slideLayout1.xml', contentType: `${TYPE}.slideLayout+xml`, xml: slideLayout() },
      {
        name: 'ppt/theme/theme1.xml',
        contentType: 'application/vnd.openxmlformats-officedocument.theme+xml',
        xml: presentationTheme(),
      },
      ...slideParts,
    ],
    relations,
  );
}

function presentation(slideCount: number): string {
  const slideIds = Array.from({ length: slideCount }, (_, index) =>
    element('p:sldId', '', { id: `${256 + index}`, 'r:id': `rId${index + 3}` }),
  );
  return element(
    'p:presentation',
    [
      element('p:sldMasterIdLst', [element('p:sldMasterId', '', { id: '2147483648', 'r:id': 'rId1' })]),
      element('p:sldIdLst', slideIds),
      element('p:sldSz', '', { cx: '9144000', cy: '6858000', type: 'screen4x3' }),
      element('p:notesSz', '', { cx: '6858000', cy: '9144000' }),
    ],
    NAMESPACES,
  );
}

function slideMaster(): string {
  const colours = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2', hlink: 'hlink', folHlink: 'folHlink' };
  const accents = Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`accent${number}`, `accent${number}`]));
  return element(
    'p:sldMaster',
    [
      commonSlide([textBox(2, 'title', ['']), textBox(3, 'body', [''])]),
      element('p:clrMap', '', { ...colours, ...accents }),
      element('p:sldLayoutIdLst', [element('p:sldLayoutId', '', { id: '2147483649', 'r:id': 'rId1' })]),
    ],
    NAMESPACES,
  );
}

function slideLayout(): string {
  return element('p:sldLayout', [commonSlide([textBox(2, 'title', ['']), textBox(3, 'body', [''])]), colourMap()], {
    ...NAMESPACES,
    type: 'obj',
    preserve: '1',
  });
}

function colourMap(): string {
  return element('p:clrMapOvr', [element('a:masterClrMapping', '')]);
}

function commonSlide(shapes: readonly string[]): string {
  const point = { x: '0', y: '0' };
  const size = { cx: '0', cy: '0' };
  const tree = element('p:spTree', [
    element('p:nvGrpSpPr', [
      element('p:cNvPr', '', { id: '1', name: '' }),
      element('p:cNvGrpSpPr', ''),
      element('p:nvPr', ''),
    ]),
    element('p:grpSpPr', [
      element('a:xfrm', [
        element('a:off', '', point),
        element('a:ext', '', size),
        element('a:chOff', '', point),
        element('a:chExt', '', size),
      ]),
    ]),
    ...shapes,
  ]);
  return element('p:cSld', [tree]);
}

/** Lengths are English Metric Units: 914,400 an inch. */
function textBox(id: number, place: 'title' | 'body', lines: readonly string[]): string {
  const placeholder = place === 'title' ? { type: 'title' } : { type: 'body', idx: '1' };
  const [top, height] = place === 'title' ? ['274638', '1143000'] : ['1600200', '4525963'];
  return element('p:sp', [
    element('p:nvSpPr', [
      element('p:cNvPr', '', { id: `${id}`, name: place === 'title' ? 'Title' : 'Text' }),
      element('p:cNvSpPr', [element('a:spLocks', '', { noGrp: '1' })]),
      element('p:nvPr', [element('p:ph', '', placeholder)]),
    ]),
    element('p:spPr', [
      element('a:xfrm', [
        element('a:off', '', { x: '457200', y: top }),
        element('a:ext', '', { cx: '8229600', cy: height }),
      ]),
      element('a:prstGeom', [element('a:avLst', '')], { prst: 'rect' }),
    ]),
    element('p:txBody', [
      element('a:bodyPr', ''),
      element('a:lstStyle', ''),
      ...(lines.length === 0 ? [''] : lines).map((line) =>
        element(
          'a:p',
          line === '' ? [] : [element('a:r', [element('a:rPr', '', { lang: 'de-DE' }), element('a:t', line)])],
        ),
      ),
    ]),
  ]);
}
