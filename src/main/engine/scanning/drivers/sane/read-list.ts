import type { ScannerView } from '../../../../../shared/scanning.ts';

/** The format in which `scanimage -f` is asked for its devices: name, vendor and model, with tabs between. */
export const listFormat = '%d\t%v\t%m%n';

/** Reads the list of devices in {@link listFormat}. Lines that are no device are passed over. */
export function readScannerList(output: string): readonly ScannerView[] {
  return output.split('\n').flatMap((line) => {
    const [device, vendor, model] = line.split('\t');
    if (device === undefined || device === '' || vendor === undefined || model === undefined) return [];
    const maker = vendor === 'Noname' ? '' : vendor;
    const name = model.startsWith(maker) ? model : `${maker} ${model}`;
    return [{ id: `sane:${device}`, driver: 'sane', name: name.trim() === '' ? device : name.trim() }];
  });
}
