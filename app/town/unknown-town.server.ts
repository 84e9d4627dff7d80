import { defaultTown } from './default-town.ts';
import type { Town } from './town.ts';
import { unnamedTown, withFallbacks } from './town-names.ts';

/** Placeholder for the settings before they can be read, for example without a database: it names no town. */
export const unknownTown: Town = withFallbacks({ ...defaultTown, ...unnamedTown });
