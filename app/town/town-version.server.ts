import { createHash } from 'node:crypto';
import type { Town } from './town.ts';
import { fieldNamesOf, type TownSection, townSections, versionPartOf } from './town-form.ts';

/**
 * The version of all settings, with one part per section: a form opened before its section was changed is recognized,
 * whatever was saved in the others.
 */
export function versionOfTown(town: Town): string {
  return townSections.map((section) => hashOf(town, section)).join('.');
}

/** Whether the section is unchanged since a form with `version` was opened. */
export function isSectionCurrent(version: string, section: TownSection, town: Town): boolean {
  return versionPartOf(version, section) === hashOf(town, section);
}

function hashOf(town: Town, section: TownSection): string {
  const values = Object.entries(town).filter(([name]) => fieldNamesOf(section).includes(name));
  const sorted = values.sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 16);
}
