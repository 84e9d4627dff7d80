import type { WriteDb } from '#app/platform/database/handles.ts';
import { findExcess, sanitize } from '#app/platform/html/sanitize.server.ts';
import { lockPicture } from '#app/platform/media/picture-store.server.ts';
import { changeBodies } from './change-bodies.server.ts';
import { findFormerNames, forgetFormerNames, keepFormerNames } from './former-names.server.ts';
import { listNameChanges, replaceNames } from './name-change.ts';
import { type SitePicture, sitePictures, type Town, townTextsSchema } from './town.ts';
import { fieldNamesOf, type TownSection, textFields, townSections } from './town-form.ts';
import { saveTown, withTown } from './town-store.server.ts';
import { isSectionCurrent } from './town-version.server.ts';

/**
 * `changed` are the sections with a new value, `conflicts` those that prevented saving, `missing` the settings whose
 * picture is not in the library, which prevented it, too, as does what is wrong with `bodies`.
 */
export type SavedSections = {
  changed: TownSection[];
  conflicts: TownSection[];
  missing: SitePicture[];
  bodies?: string;
  town: Town;
};

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
    const missing = await listMissingPictures(transaction, settings, town);
    if (conflicts.length + missing.length > 0) return { changed: [], conflicts, missing, town };
    const bodies = await changeBodies(transaction, town, settings.bodies);
    if (bodies) return { changed: [], conflicts, missing, bodies, town };
    await saveTown(transaction, settings);
    await keepFormerNames(transaction, town, settings);
    return { changed, conflicts, missing, town };
  });
}

async function listMissingPictures(db: WriteDb, settings: Partial<Town>, town: Town): Promise<SitePicture[]> {
  const missing: SitePicture[] = [];
  for (const name of sitePictures) {
    const id = settings[name];
    if (id && id !== town[name] && !(await lockPicture(db, id))) missing.push(name);
  }
  return missing;
}

/** Saves one of the site's pictures. Saves nothing, and returns false, if it is not in the library. */
export function saveSitePicture(db: WriteDb, name: SitePicture, id: string): Promise<boolean> {
  return withTown(db, async (transaction) => {
    const isKnown = await lockPicture(transaction, id);
    if (isKnown) await saveTown(transaction, { [name]: id });
    return isKnown;
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
    return replaceFormerNames(transaction, town);
  });
}

/**
 * Names the town at set-up, and replaces its former names in its texts at once. Where a text would become too long, the
 * former names are stored, and Settings offers to replace them.
 */
export function nameTown(db: WriteDb, names: Partial<Town>): Promise<void> {
  return withTown(db, async (transaction, town) => {
    await saveTown(transaction, names);
    await keepFormerNames(transaction, town, names);
    await replaceFormerNames(transaction, { ...town, ...names });
  });
}

async function replaceFormerNames(db: WriteDb, town: Town): Promise<'saved' | 'too-long'> {
  const changes = listNameChanges(town, await findFormerNames(db));
  const texts = textFields.flatMap(({ name }) => {
    const { html, counts } = replaceNames(sanitize(town[name]), changes, town);
    return counts.size > 0 ? [[name, html] as const] : [];
  });
  const parsed = townTextsSchema.partial().safeParse(Object.fromEntries(texts));
  if (!parsed.success || texts.some(([, html]) => findExcess(html))) return 'too-long';
  await saveTown(db, Object.fromEntries(texts.map(([name, html]) => [name, sanitize(html)])));
  await forgetFormerNames(db);
  return 'saved';
}
