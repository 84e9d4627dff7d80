import { createHash } from 'node:crypto';
import type { Town } from './town.ts';

/** Changes with any setting, so that a form opened before the change is recognized. */
export function versionOfTown(town: Town): string {
  const values = Object.entries(town).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
}
