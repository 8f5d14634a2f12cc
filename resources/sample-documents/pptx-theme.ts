import { element } from './markup.ts';

/** The theme that every presentation must have (ECMA-376 part 1, 20.1.6.9): colours, fonts, and three of each kind of format. */
export function presentationTheme(): string {
  const colours: readonly (readonly [string, string])[] = [
    ['dk1', '1A1A1A'],
    ['lt1', 'FFFFFF'],
    ['dk2', '1F3A5F'],
    ['lt2', 'EEF1F5'],
    ['accent1', '335577'],
    ['accent2', 'AA5533'],
    ['accent3', '558855'],
    ['accent4', '775588'],
    ['accent5', '338899'],
    ['accent6', 'CC8833'],
    ['hlink', '0055AA'],
    ['folHlink', '663377'],
  ];
  return element(
    'a:theme',
    [
      element('a:themeElements', [
        element(
          'a:clrScheme',
          colours.map(([name, value]) => element(`a:${name}`, [element('a:srgbClr', '', { val: value })])),
          { name: 'Mailroom' },
        ),
        element('a:fontScheme', [fonts('a:majorFont'), fonts('a:minorFont')], { name: 'Mailroom' }),
        formats(),
      ]),
    ],
    { 'xmlns:a': 'http://schemas.openxmlformats.org/drawingml/2006/main', name: 'Mailroom' },
  );
}

function fonts(name: string): string {
  return element(name, [
    element('a:latin', '', { typeface: 'Calibri' }),
    element('a:ea', '', { typeface: '' }),
    element('a:cs', '', { typeface: '' }),
  ]);
}

function formats(): string {
  const fill = element('a:solidFill', [element('a:schemeClr', '', { val: 'phClr' })]);
  const outline = element('a:ln', [fill, element('a:prstDash', '', { val: 'solid' })], { w: '9525' });
  const effect = element('a:effectStyle', [element('a:effectLst', '')]);
  const three = (name: string, part: string): string => element(name, [part, part, part]);
  return element(
    'a:fmtScheme',
    [
      three('a:fillStyleLst', fill),
      three('a:lnStyleLst', outline),
      three('a:effectStyleLst', effect),
      three('a:bgFillStyleLst', fill),
    ],
    { name: 'Mailroom' },
  );
}
