import type { Issue } from '#app/newsletter/issues/issue.ts';
import { changeIssue } from '#app/newsletter/issues/issue-store.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Town } from '#app/town/town.ts';
import { changesOf } from './composer-input.server.ts';
import type { ComposerValues } from './composer-page.ts';
import { type Arrangement, findArrangement } from './shown-parts.server.ts';

export type SaveOutcome =
  /** The issue as it is now. `isChanged`: something was saved. */
  | { kind: 'saved'; issue: Issue; isChanged: boolean }
  | { kind: 'invalid'; problems: Record<string, string> }
  /** Someone else has changed it; `issue` is theirs. */
  | { kind: 'conflict'; issue: Issue }
  /** It is being sent, or is over. */
  | { kind: 'settled' }
  | { kind: 'missing' };

type Context = { town: Town; now: number };
export type Typed = { values: ComposerValues; version: number };

/** Saves what was typed where it differs from the issue. Sending the same again changes nothing. */
export async function saveComposer(
  db: WriteDb,
  context: Context,
  issue: Issue,
  { values, version }: Typed,
): Promise<SaveOutcome> {
  const shown = shownValues(issue, await findArrangement(db, context, issue), values);
  const { changes, problems } = changesOf(values, shown, issue);
  if (problems) return { kind: 'invalid', problems };
  if (Object.keys(changes).length === 0) return { kind: 'saved', issue, isChanged: false };
  const outcome = await changeIssue(db, context, issue.id, version, changes);
  switch (outcome.kind) {
    case 'saved':
      return { kind: 'saved', issue: outcome.issue, isChanged: true };
    case 'conflict':
      return { kind: 'conflict', issue: outcome.issue };
    default:
      return { kind: outcome.kind };
  }
}

/** What the form shows of the issue itself. */
export function shownValues(
  { subject, preview, note }: Issue,
  { order }: Pick<Arrangement, 'order'>,
  { test, when }: Pick<ComposerValues, 'test' | 'when'>,
): ComposerValues {
  return { subject, preview, note, order, test, when };
}

/** What someone else saved, where it differs from what was typed. */
export async function findTheirs(
  db: ReadDb,
  context: Context,
  issue: Issue,
  values: ComposerValues,
): Promise<{ label: string; text: string }[]> {
  const { order, parts } = await findArrangement(db, context, issue);
  const titles = new Map(parts.map(({ key, title }) => [key, title]));
  const named = (keys: string[]) =>
    keys
      .map((key) => titles.get(key))
      .filter(Boolean)
      .join(' · ');
  const [mine, theirs] = [values.order, order].map(({ items }) => named(items));
  return [
    ...(issue.subject === values.subject ? [] : [{ label: 'Subject', text: issue.subject }]),
    ...(issue.preview === values.preview ? [] : [{ label: 'Preview text', text: issue.preview }]),
    ...(issue.note === values.note ? [] : [{ label: 'Opening note', text: issue.note }]),
    ...(mine === theirs ? [] : [{ label: 'In this issue', text: theirs ?? '' }]),
  ];
}
