import type { WriteDb } from '#app/database/handles.ts';
import { findExcess, sanitize } from '#app/html/sanitize.server.ts';
import { findFormerNames, forgetFormerNames, keepFormerNames } from './former-names.server.ts';
import { listNameChanges, replaceNames } from './name-change.ts';
import { type Town, townTextsSchema } from './town.ts';
import { fieldNamesOf, type TownSection, textFields, townSections } from './town-form.ts';
import { saveTown, withTown } from './town-store.server.ts';
import { isSectionCurrent } from './town-version.server.ts';

/** `changed` are the sections with a new value, `conflicts` those that prevented saving. */
export type SavedSections = { changed: TownSection[]; conflicts: TownSection[]; town: Town };

/**
 * Saves `settings`, the values of whole `sections` that passed `townSchema`, unless one of them was changed since
 * `version`: then nothing is saved, and `town` has the current values. A section that already has these values was sent
 * twice, and is not a conflict. Replaced names are stored as former names.
 */
export function saveSections(
  db: WriteDb,
  sections: TownSection[],
  settings: Partial<Town>,
  version: string,
): Promise<SavedSections> {
  return withTown(db, async (transaction, town) => {
    const changed = sections.filter((section) =>
      fieldNamesOf(section).some((name) => settings[name as keyof Town] !== town[name as keyof Town]),
    );
    const conflicts = changed.filter((section) => !isSectionCurrent(version, section, town));
    if (conflicts.length > 0) return { changed: [], conflicts, town };
    await saveTown(transaction, settings);
    await keepFormerNames(transaction, town, settings);
    return { changed, conflicts, town };
  });
}

/**
 * Replaces the former names in the town's texts, and deletes them. Saves nothing when the names or texts were changed
 * since `version`, or when a text would become too long.
 */
export function changeNamesInTexts(db: WriteDb, version: string): Promise<'saved' | 'stale' | 'too-long'> {
  const shown = townSections.filter(({ id }) => id === 'site' || id === 'texts');
  return withTown(db, async (transaction, town) => {
    if (!shown.every((section) => isSectionCurrent(version, section, town))) return 'stale';
    const changes = listNameChanges(town, await findFormerNames(transaction));
    const texts = textFields.flatMap(({ name }) => {
      const { html, counts } = replaceNames(sanitize(town[name]), changes, town);
      return counts.size > 0 ? [[name, html] as const] : [];
    });
    const parsed = townTextsSchema.partial().safeParse(Object.fromEntries(texts));
    if (!parsed.success || texts.some(([, html]) => findExcess(html))) return 'too-long';
    await saveTown(transaction, Object.fromEntries(texts.map(([name, html]) => [name, sanitize(html)])));
    await forgetFormerNames(transaction);
    return 'saved';
  });
}
