import { intakeModes } from '../../../shared/item.ts';

/** What files of a source can become, as far as this engine takes it; the one place that decides what is offered. */
export const offeredModes: readonly (typeof intakeModes)[number][] = intakeModes.filter((mode) => mode !== 'case');
