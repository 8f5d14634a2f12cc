import { z } from 'zod';

/** Stages of an item's life, in order, then the side tracks. */
export const itemStages = [
  'seen',
  'settling',
  'accepted',
  'uploading',
  'uploaded',
  'submitting',
  'submitted',
  'tracking',
  'settled',
  'exported',
  'handed-over',
  'held',
  'duplicate',
  'cancelled',
  /** Its pages became items of their own. */
  'separated',
] as const;

/** One stage of an item's life. */
export type ItemStage = (typeof itemStages)[number];

/** Stages of an item on its way to the service: it can still be taken back. */
export const unsubmittedStages = [
  'seen',
  'settling',
  'accepted',
  'uploading',
  'uploaded',
  'submitting',
] as const satisfies readonly ItemStage[];

/** Schema of a stage, for contract arguments. */
export const itemStageSchema = z.enum(itemStages);

/** What a source's files become. */
export const intakeModes = ['document', 'batch', 'case'] as const;

/** What becomes of the original after acceptance at the service. */
export const afterActions = ['keep', 'delete', 'move'] as const;
