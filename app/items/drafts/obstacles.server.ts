/** Why an item can't be published, as sentences for editors. */
import type { Collection, EditedItem, Problem } from '#app/items/collection/collection.ts';
import { formFieldOf } from '#app/items/collection/form-field.ts';
import { type ParseContext, parseItem } from '#app/items/content/parse-item.server.ts';
import { findFileProblems } from '#app/items/text/library-files.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';

/** The job that publishes is not late by this much, even if the site was just started. */
const GRACE_MS = MINUTE_MS;

/** Whether the time of a scheduled item has passed without it being published. */
export function isOverdue({ publishAt }: Pick<EditedItem, 'publishAt'>, now: number): boolean {
  return publishAt !== null && publishAt + GRACE_MS < now;
}

/** 'Title: Enter a title. Picture: This picture is not in the library.'; fields are named as in the form. */
export function describeProblems(collection: Collection, problems: Problem[]): string {
  return problems
    .map(({ field, message }) => {
      const [name = ''] = field.split('.');
      return `${formFieldOf(collection, name)?.label ?? field}: ${message}.`;
    })
    .join(' ');
}

/** What has to be corrected before an item can be published; a general sentence if nothing is known. */
export async function describeObstacles(
  db: ReadDb,
  collection: Collection,
  { input }: EditedItem,
  context: ParseContext,
): Promise<string> {
  const parsed = parseItem(collection, input, context);
  const problems = parsed.problems ?? (await findFileProblems(db, parsed.input)) ?? [];
  return describeProblems(collection, problems) || 'Save it to try again.';
}
