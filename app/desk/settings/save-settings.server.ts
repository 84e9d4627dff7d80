import { data, redirect } from 'react-router';
import type { FailedItem } from '#app/desk/form/form-page.ts';
import { theirFieldsOf } from '#app/desk/form/opened-item.server.ts';
import { addSentPictures, findChoices } from '#app/desk/form/picture/picture-choices.server.ts';
import { pictureButtons } from '#app/desk/form/publishing-fields.ts';
import { listProblems } from '#app/items/content/item-schema.ts';
import { describeLostPictures } from '#app/items/text/linked-pictures.server.ts';
import { type OwnUrls, storedHtmlOf, withOwnPaths } from '#app/items/text/own-link.ts';
import { reportFailedSave, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import {
  type FieldProblems,
  type FormSpec,
  type FormValues,
  fieldsOf,
} from '#app/platform/forms/field-spec.ts';
import { withPictureWords } from '#app/platform/forms/picture-fields.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { findExcess, sanitize } from '#app/platform/html/sanitize.server.ts';
import { htmlOfTyped } from '#app/platform/html/typed-text.ts';
import { saveSections } from '#app/town/save-sections.server.ts';
import { type SitePicture, sitePictures, type Town, type TownSettings, townSchema } from '#app/town/town.ts';
import { fieldNamesOf, sectionsWith, type TownSection, textFields, townForm } from '#app/town/town-form.ts';
import { versionOfTown } from '#app/town/town-version.server.ts';

/** One or more sections that were not saved: `values` has only their fields. */
export type FailedSettings = FailedItem & { unproved?: boolean };

type Args = Parameters<typeof writeContext>[0] & { request: Request };

/**
 * Saves the sections whose fields were sent, usually one, and leaves the others; the next page opens at the first that
 * changed. Changing the contact address requires a confirmation of identity. If nothing was saved, the form is
 * shown again as typed: 409 if one of its sections was changed after it was opened.
 */
export async function saveSettings(args: Args) {
  const { write, services, town } = writeContext(args);
  const form = [...withPictureWords(townForm), ...pictureButtons];
  const { values: typed, version, names, unknown } = await readForm(args.request, form);
  const sections = sectionsWith(names);
  const spec = sections.flatMap(({ form }) => form);
  const failure: FailedSettings = {
    values: ofForm(withPictureWords(spec), typed),
    version,
    problems: {},
  };
  const fail = (status: number, more: Partial<FailedSettings> = {}) =>
    data<FailedSettings>({ ...failure, ...more }, status);
  if (unknown.length > 0 || sections.length === 0) return fail(400);
  const removed = sitePictures.find((name) => name === typed.remove);
  const chosen = sitePictures.find((name) => name === typed.choose);
  try {
    const unsent = await addSentPictures(args, spec, typed);
    if (removed) typed[removed] = '';
    failure.values = ofForm(withPictureWords(spec), typed);
    failure.pictures = await findChoices(write, spec, typed);
    const { settings, problems } = parseSections(sections, ofForm(spec, typed), {
      siteUrl: services.settings.url,
      siteUrls: town.siteUrls,
    });
    if (!settings || Object.keys(unsent).length > 0)
      return fail(400, { problems: { ...problems, ...unsent } });
    const isAddressNew = settings.contactEmail !== undefined && settings.contactEmail !== town.contactEmail;
    if (isAddressNew && !(await hasRecentProof(services.auth, args.request))) {
      const problems = { contactEmail: 'To change this address, first confirm it’s you' };
      return fail(403, { problems, unproved: true });
    }
    const saved = await saveSections(write, sections, settings, version);
    if (saved.conflicts.length > 0) return fail(409, conflictOf(saved.conflicts, saved.town));
    if (saved.bodies) return fail(400, { problems: { bodies: saved.bodies } });
    if (saved.missing.length > 0) return fail(400, { problems: problemsOf(saved.missing) });
    const shown = saved.changed.length > 0 ? saved.changed : sections;
    if (saved.changed.length > 0 || !chosen)
      await recordActivity(args, 'settings-changed', shown.map(({ title }) => title).join(', '));
    if (chosen) return redirect(`/admin/settings/${chosen}/picture`, 303);
    return redirect(`/admin/settings?saved=${shown[0]?.id}#${shown[0]?.id}`, 303);
  } catch (error) {
    const { status, reason } = reportFailedSave(args, error, 'the settings could not be saved');
    return fail(status, { reason });
  }
}

/** The values of the form's own fields. */
function ofForm(spec: FormSpec, values: FormValues): FormValues {
  return Object.fromEntries(fieldsOf(spec).map(({ name }) => [name, values[name] ?? '']));
}

function problemsOf(missing: SitePicture[]): FieldProblems {
  return Object.fromEntries(missing.map((name) => [name, 'This picture is not in the library']));
}

type Parsed = { settings?: Partial<Town>; problems: FieldProblems };

function parseSections(sections: TownSection[], values: FormValues, own: OwnUrls): Parsed {
  const problems: FieldProblems = {};
  const mask = Object.fromEntries(sections.flatMap(fieldNamesOf).map((name) => [name, true]));
  const parsed = townSchema.pick(mask as Record<keyof TownSettings, true>).safeParse(values);
  if (!parsed.success) {
    for (const { field, message } of listProblems(parsed.error)) problems[field] ??= message;
    return { problems };
  }
  const settings: Partial<Town> = parsed.data;
  for (const { name } of textFields) {
    const typed = settings[name];
    if (typed === undefined) continue;
    const html = withOwnPaths(htmlOfTyped(typed), own);
    const clean = sanitize(html);
    const problem = findExcess(html) ?? describeLostPictures(html, clean, { canCopy: false });
    if (problem) problems[name] = problem;
    settings[name] = storedHtmlOf(clean, own);
  }
  return Object.keys(problems).length > 0 ? { problems } : { settings, problems };
}

function conflictOf(conflicts: TownSection[], town: Town): Partial<FailedSettings> {
  const spec = conflicts.flatMap(({ form }) => form);
  return { version: versionOfTown(town), theirs: theirFieldsOf(spec, town, town.timeZone) };
}
