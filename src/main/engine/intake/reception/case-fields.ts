import { dirname } from 'node:path';
import type { IntakeRule } from '../../../../shared/settings.ts';
import { wordOfFolder } from '../../platform/names/case-folder.ts';
import { claimPlaceOf } from '../../platform/names/claim-places.ts';
import { mergedData } from '../../platform/merged-data.ts';
import type { SidecarFields } from '../sidecar/sidecar-fields.ts';
import type { SidecarFinding } from '../sidecar/sidecar-lookup.ts';
import { isIndexName } from '../sidecar/sidecar-names.ts';

/**
 * What a sidecar says, as the mode takes it. In mode `case` an index that names no case and no external id stands for one case of
 * its own: its folder. In the other modes a case is a value like others, and goes along as external data.
 */
export function fieldsFor(
  mode: IntakeRule['mode'],
  path: string,
  { fields, sidecar }: Extract<SidecarFinding, { kind: 'fields' }>,
): SidecarFields {
  const { case: word, ...others } = fields;
  if (mode === 'case') {
    if (word !== undefined || others.externalId !== undefined || !isIndexName(sidecar)) return fields;
    return { ...others, case: wordOfFolder(dirname(claimPlaceOf(path)?.origin ?? path)) };
  }
  const externalData = mergedData(word === undefined ? null : { case: word }, others.externalData);
  return externalData === null ? others : { ...others, externalData };
}
