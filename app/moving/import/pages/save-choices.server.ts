import { decisions } from '#app/moving/import/choices.ts';
import { type ImportRunOptions, pictureChoices } from '#app/moving/import/import-run.ts';
import { type ImportRun, saveImportOptions } from '#app/moving/import/import-store.server.ts';
import { formTextOf } from '#app/people/pages/login/form-field.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';

/** What the items of feeds can become. */
export const feedKinds = ['articles', 'news', 'events'] as const;

/** What the items of the import's feeds become; undefined without feeds. The rows of a table are asked for before. */
export function feedKindOf({ files, options }: ImportRun): ImportRunOptions['collection'] {
  const isFeed =
    files.some(({ format }) => format === 'feed') && !files.some(({ format }) => format === 'csv');
  return isFeed ? (options.collection ?? 'articles') : undefined;
}

/** Whether the form wants something else of the feeds, so that another dry run is needed. */
export function isOtherFeedKind(moveIn: ImportRun, form: FormData): boolean {
  const [now, sent] = [feedKindOf(moveIn), sentFeedKind(form)];
  return now !== undefined && sent !== undefined && now !== sent;
}

function sentFeedKind(form: FormData): ImportRunOptions['collection'] {
  return feedKinds.find((kind) => kind === formTextOf(form, 'feed-items'));
}

/**
 * Saves what the report's form chose. True if the import can be requested, or was already with the same choices; false
 * if the report has changed since the form was shown.
 */
export async function saveChoices(db: WriteDb, moveIn: ImportRun, form: FormData): Promise<boolean> {
  const version = formTextOf(form, 'version');
  const choices = { ...moveIn.options.choices };
  for (const decision of decisions) {
    const sent = formTextOf(form, `choice-${decision.class}`);
    if (decision.choices.some(({ value }) => value === sent)) choices[decision.class] = sent;
  }
  const pictures =
    pictureChoices.find((each) => each === formTextOf(form, 'pictures')) ?? moveIn.options.pictures;
  const collection = isOtherFeedKind(moveIn, form) ? { collection: sentFeedKind(form) } : {};
  const options = { ...moveIn.options, choices, pictures, ...collection };
  const isSame = JSON.stringify(options) === JSON.stringify(moveIn.options);
  if (version !== '' && version !== String(moveIn.version)) return isSame;
  return isSame || saveImportOptions(db, moveIn.id, options);
}
