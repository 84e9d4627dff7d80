import { decisions } from '#app/moving/import/choices.ts';
import { type ImportRunOptions, pictureChoices } from '#app/moving/import/import-run.ts';
import { type ImportRun, saveImportOptions } from '#app/moving/import/import-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { hidden, keyed, type ValuesOf } from '#app/platform/forms/field-spec.ts';

export const choicesForm = [hidden('do', 'list', 'version', 'feed-items', 'pictures'), keyed('choice')];

type Choices = ValuesOf<typeof choicesForm>;

/** What the items of feeds can become. */
export const feedKinds = ['articles', 'news', 'events'] as const;

/** What the items of the import's feeds become; undefined without feeds. The rows of a table are asked for before. */
export function feedKindOf({ files, options }: ImportRun): ImportRunOptions['collection'] {
  const isFeed =
    files.some(({ format }) => format === 'feed') && !files.some(({ format }) => format === 'csv');
  return isFeed ? (options.collection ?? 'articles') : undefined;
}

/** Whether the form wants something else of the feeds, so that another dry run is needed. */
export function isOtherFeedKind(moveIn: ImportRun, values: Choices): boolean {
  const [now, sent] = [feedKindOf(moveIn), sentFeedKind(values)];
  return now !== undefined && sent !== undefined && now !== sent;
}

function sentFeedKind(values: Choices): ImportRunOptions['collection'] {
  return feedKinds.find((kind) => kind === values['feed-items']);
}

/**
 * Saves what the report's form chose. True if the import can be requested, or was already with the same choices; false
 * if the report has changed since the form was shown.
 */
export async function saveChoices(db: WriteDb, moveIn: ImportRun, values: Choices): Promise<boolean> {
  const { version } = values;
  const choices = { ...moveIn.options.choices };
  for (const decision of decisions) {
    const sent = values.choice[decision.class];
    if (sent && decision.choices.some(({ value }) => value === sent)) choices[decision.class] = sent;
  }
  const pictures = pictureChoices.find((each) => each === values.pictures) ?? moveIn.options.pictures;
  const collection = isOtherFeedKind(moveIn, values) ? { collection: sentFeedKind(values) } : {};
  const options = { ...moveIn.options, choices, pictures, ...collection };
  const isSame = JSON.stringify(options) === JSON.stringify(moveIn.options);
  if (version !== '' && version !== String(moveIn.version)) return isSame;
  return isSame || saveImportOptions(db, moveIn.id, options);
}
