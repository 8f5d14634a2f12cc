import type { z } from 'zod';
import {
  internalOrderPatchSchema,
  internalOrderSchema,
  invoicePatchSchema,
  recordPatchSchema,
  recordSchema,
  storedRecordSchema,
} from './enrichment-records.ts';
import { json, jsonBody, noBody, nothing, noted } from './operation.ts';
import type { BodyRule, Operation } from './operation.ts';

/** The 18 families of reference data (the service's interface, "Enrichment"). */
const enrichmentFamilies = [
  'invoices',
  'companies',
  'suppliers',
  'purchase-orders',
  'gl-accounts',
  'cost-centers',
  'approvers',
  'customers',
  'contracts',
  'sales-orders',
  'products',
  'customer-products',
  'addresses',
  'quotes',
  'goods-receipts',
  'profit-centers',
  'internal-orders',
  'projects',
] as const;

function mergePatch<Body>(schema: z.ZodType<Body>): BodyRule<Body> {
  return { kind: 'json', mediaType: 'application/merge-patch+json', schema, optional: false };
}

/** Insert, patch and delete of one family. All three may be repeated: POST is an upsert (observed; the interface doesn't say). */
function familyOperations<Insert, Patch>(
  family: string,
  path: string,
  insert: z.ZodType<Insert>,
  patch: z.ZodType<Patch>,
): readonly Operation[] {
  const common = { query: null, repeat: 'safe' } as const;
  return [
    {
      ...common,
      name: `enrichment.${family}.insert`,
      method: 'POST',
      path,
      scope: noted('enrichment.write'),
      body: jsonBody(insert),
      answer: json(storedRecordSchema),
      errors: [422, 429],
    },
    {
      ...common,
      name: `enrichment.${family}.patch`,
      method: 'PATCH',
      path: `${path}/{externalId}`,
      scope: noted('enrichment.write'),
      body: mergePatch(patch),
      answer: { kind: 'json-or-empty', schema: storedRecordSchema.optional() },
      errors: [400, 404, 415, 429],
    },
    {
      ...common,
      name: `enrichment.${family}.delete`,
      method: 'DELETE',
      path: `${path}/{externalId}`,
      scope: noted('enrichment.delete'),
      body: noBody,
      answer: nothing,
      errors: [404, 429],
    },
  ];
}

function ofFamily(family: (typeof enrichmentFamilies)[number]): readonly Operation[] {
  const path = `/enrichment/${family}`;
  if (family === 'invoices') return familyOperations(family, path, recordSchema, invoicePatchSchema);
  if (family === 'internal-orders')
    return familyOperations(family, path, internalOrderSchema, internalOrderPatchSchema);
  return familyOperations(family, path, recordSchema, recordPatchSchema);
}

/** Operations of all families, and of the rows of lookup tables by their type. */
export const enrichmentOperations: readonly Operation[] = [
  ...enrichmentFamilies.flatMap(ofFamily),
  ...familyOperations('lookup-tables', '/enrichment/lookup-tables/{type}', recordSchema, recordPatchSchema),
];
