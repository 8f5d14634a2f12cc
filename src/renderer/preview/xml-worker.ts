import type { XmlLines } from './xml-lines.ts';
import { decodeXml, findLines, joined, visibleLines, xmlLines } from './xml-lines.ts';
import type { XmlAsk, XmlRow, XmlTell } from './xml-messages.ts';

/** Longest part of a line that is shown; binaries inside an XML are longer. */
const maxLineLength = 1_000;

/** Of an XML that is still coming. */
const parts: Uint8Array[] = [];
let lines: XmlLines = xmlLines('');
const folded = new Set<number>();
let visible = new Int32Array();
/** Lines that the last search found. They stay here: a letter is in millions of them. */
let found: readonly number[] = [];

function tell(message: XmlTell): void {
  postMessage(message);
}

function look(): void {
  visible = new Int32Array(visibleLines(lines, folded));
  tell({ kind: 'count', rows: visible.length });
}

function rowOf(line: number): XmlRow {
  const start = lines.starts[line] ?? 0;
  const end = lines.ends[line] ?? 0;
  const text = lines.source.slice(start, Math.min(end, start + maxLineLength)).replaceAll(/\s+/gu, ' ');
  return {
    line,
    text: end - start > maxLineLength ? `${text}…` : text,
    depth: lines.depths[line] ?? 0,
    folds: (lines.closings[line] ?? -1) > line,
    folded: folded.has(line),
    inside: (lines.closings[line] ?? -1) - line,
  };
}

function show(place: number): void {
  const line = found[place];
  if (line === undefined) return;
  for (const opener of folded) {
    if (opener < line && (lines.closings[opener] ?? -1) >= line) folded.delete(opener);
  }
  look();
  tell({ kind: 'at', row: visible.indexOf(line), line });
}

addEventListener('message', ({ data: ask }: MessageEvent<XmlAsk>) => {
  switch (ask.kind) {
    case 'part':
      parts.push(ask.bytes);
      break;
    case 'whole':
      lines = xmlLines(decodeXml(joined(parts.splice(0))));
      look();
      break;
    case 'rows':
      tell({ kind: 'rows', from: ask.from, rows: Array.from(visible.subarray(ask.from, ask.to), rowOf) });
      break;
    case 'toggle':
      if (!folded.delete(ask.line)) folded.add(ask.line);
      look();
      break;
    case 'fold-all':
      folded.clear();
      // The outermost stays open: all folded would be one line.
      if (ask.folds)
        lines.closings.forEach((closing, line) => closing > line && lines.depths[line] !== 0 && folded.add(line));
      look();
      break;
    case 'find':
      found = ask.words === '' ? [] : findLines(lines, ask.words);
      tell({ kind: 'found', count: found.length });
      show(0);
      break;
    case 'show':
      show(ask.place);
      break;
  }
});
