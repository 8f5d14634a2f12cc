import { z } from 'zod';
import type { Fault, FaultCode } from '../../../../../shared/faults.ts';
import {
  pageColors,
  type PageColor,
  type PaperSource,
  type ScannerCapabilities,
  type ScannerView,
} from '../../../../../shared/scanning.ts';
import { fault } from '../../../faults/fault.ts';
import type { ScanRequest } from '../driver.ts';

const answerSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('scanner'), device: z.string().min(1), name: z.string() }),
  z.object({
    event: z.literal('capabilities'),
    handling: z.number(),
    bed: z.tuple([z.number(), z.number()]),
    feeder: z.tuple([z.number(), z.number()]),
    resolutions: z.array(z.number()),
    types: z.array(z.number()).default([]),
    brightness: z.boolean(),
    contrast: z.boolean(),
  }),
  z.object({ event: z.literal('page'), path: z.string().min(1) }),
  z.object({ event: z.literal('end') }),
  z.object({ event: z.literal('fault'), code: z.string(), setting: z.string().optional() }),
]);

/** One line of a script's answer. */
export type WiaAnswer = z.infer<typeof answerSchema>;

/** Reads one line of a script's output; null where it is none of its answers. */
export function readWiaAnswer(line: string): WiaAnswer | null {
  try {
    const parsed = answerSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** WIA's error codes (wiadef.h) and what they mean here. */
const codes: Readonly<Record<string, FaultCode>> = {
  '80210002': 'scanner-jammed',
  '80210003': 'scanner-empty',
  '80210004': 'scanner-jammed',
  '80210005': 'scanner-off',
  '80210006': 'scanner-busy',
  '80210007': 'scanner-busy',
  '80210008': 'scanner-open',
  '8021000A': 'scanner-off',
  '8021000C': 'scanner-refused',
  '8021000D': 'scanner-busy',
  '80210015': 'scanner-missing',
  '80210016': 'scanner-open',
  '80210020': 'scanner-jammed',
  '80070005': 'scanner-denied',
  '80070070': 'disk-full',
  refused: 'scanner-refused',
};

/** The fault a script told of. */
export function wiaFault(answer: Extract<WiaAnswer, { event: 'fault' }>): Fault {
  const code = codes[answer.code] ?? 'scanner-failed';
  return fault(
    code,
    answer.setting === undefined ? {} : { setting: answer.setting },
    `WIA ${answer.code}`.slice(0, 200),
  );
}

/** Document handling of WIA: bits of property 3086 (what there is) and 3088 (what is chosen). */
const handling: Readonly<Record<PaperSource, { readonly has: number; readonly choose: number }>> = {
  feeder: { has: 1, choose: 1 },
  flatbed: { has: 2, choose: 2 },
  duplex: { has: 4, choose: 1 + 4 },
};
/** The intents of WIA: what the picture is for decides its colours. */
const intents: Readonly<Record<PageColor, number>> = { color: 1, grey: 2, 'black-white': 4 };
/** Types of pixels (wiadef.h, WIA_DATA_…) by which a device says that it has a colour. */
const types: Readonly<Record<PageColor, readonly number[]>> = { color: [3], grey: [2], 'black-white': [0, 1] };
const a4 = { widthMm: 210, heightMm: 297 };

function millimetres([width, height]: readonly [number, number]): { widthMm: number; heightMm: number } {
  if (width <= 0 || height <= 0) return a4;
  return { widthMm: Math.round(width * 0.0254), heightMm: Math.round(height * 0.0254) };
}

/** A scanner as everybody names it. */
export function wiaScanner({ device, name }: Extract<WiaAnswer, { event: 'scanner' }>): ScannerView {
  return { id: `wia:${device}`, driver: 'wia', name: name === '' ? device : name };
}

/** What a device can do. One that says nothing of its paper has a glass. */
export function wiaCapabilities(answer: Extract<WiaAnswer, { event: 'capabilities' }>): ScannerCapabilities {
  const sources = (['flatbed', 'feeder', 'duplex'] as const).filter(
    (source) => (answer.handling & handling[source].has) !== 0,
  );
  const isThere = (color: PageColor): boolean => types[color].some((type) => answer.types.includes(type));
  const colors = pageColors.filter(isThere);
  return {
    sources: (sources.length === 0 ? (['flatbed'] as const) : sources).map((source) => ({
      source,
      resolutions: [...answer.resolutions].sort((one, other) => one - other),
      // A device without a list takes the intent, and finds the nearest colour itself.
      colors: colors.length === 0 ? [...pageColors] : colors,
      ...millimetres(source === 'flatbed' ? answer.bed : answer.feeder),
    })),
    brightness: answer.brightness,
    contrast: answer.contrast,
  };
}

/** What the script of a scan is asked. Sizes in pixels. */
export function wiaAsk(
  device: string,
  request: ScanRequest,
  folder: string,
): Readonly<Record<string, string | number>> {
  const pixels = (mm: number): number => Math.round((mm / 25.4) * request.resolution);
  return {
    device,
    handling: handling[request.source].choose,
    intent: intents[request.color],
    resolution: request.resolution,
    width: pixels(request.widthMm),
    height: pixels(request.heightMm),
    brightness: request.brightness,
    contrast: request.contrast,
    pages: request.source === 'flatbed' ? 1 : (request.pages ?? 5_000),
    folder,
  };
}
