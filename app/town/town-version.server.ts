import { createHash } from 'node:crypto';
import type { Town } from './town.ts';

/** Another number (48 bits) for other settings, by which a form that was opened before a change is known. */
export function versionOfTown(town: Town): number {
  const values = Object.entries(town).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(values)).digest().readUIntBE(0, 6);
}
