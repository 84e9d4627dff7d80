import { type Issue, type IssueChanges, issueChangesSchema } from '#app/newsletter/issues/issue.ts';
import { type ChangeOutcome, changeIssue } from '#app/newsletter/issues/issue-store.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { problemsByField } from '#app/platform/forms/field-problems.ts';
import type { SentForm } from '#app/platform/forms/read-form.server.ts';
import type { Town } from '#app/town/town.ts';
import { type ComposerValues, type composerForm, type View, views } from './composer-page.ts';
import { moved, orderText, readOrder, readPress } from './order.ts';
import { type Arrangement, choicesOf, findArrangement } from './shown-parts.server.ts';

/** `isChanged`: something was saved. `conflict`: someone else has changed it; `issue` is theirs. */
export type SaveOutcome =
  | (ChangeOutcome & { isChanged: boolean })
  | { kind: 'invalid'; problems: Record<string, string> };

type Context = { town: Town; now: number };
type Typed = { values: ComposerValues; version: number };

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
  return { ...outcome, isChanged: true };
}

/** What the form shows of the issue itself. */
export function shownValues(
  { subject, preview, note }: Issue,
  { order }: Pick<Arrangement, 'order'>,
  { test, when }: Pick<ComposerValues, 'test' | 'when'>,
): ComposerValues {
  return { subject, preview, note, order, test, when };
}

/** What someone else saved, by field, where it differs from what was typed. */
export async function findTheirs(
  db: ReadDb,
  context: Context,
  issue: Issue,
  values: ComposerValues,
): Promise<Record<string, { text: string }>> {
  const { order, parts } = await findArrangement(db, context, issue);
  const titles = new Map(parts.map(({ key, title }) => [key, title]));
  const named = (keys: string[]) =>
    keys
      .map((key) => titles.get(key))
      .filter(Boolean)
      .join(' · ');
  const [mine, theirs] = [values.order, order].map(({ items }) => named(items));
  const texts = (['subject', 'preview', 'note'] as const)
    .filter((name) => issue[name] !== values[name])
    .map((name) => [name, { text: issue[name] }] as const);
  return { ...Object.fromEntries(texts), ...(mine !== theirs && { order: { text: theirs ?? '' } }) };
}

/** What the pressed button does, after everything that was typed is saved. */
type ComposerTask = 'save' | 'rebuild' | 'restore' | 'test' | 'schedule' | 'unschedule' | 'approve' | 'send';

export type Pressed = { task: ComposerTask; view?: View };

const TASKS: ComposerTask[] = ['save', 'rebuild', 'test', 'schedule', 'unschedule', 'approve', 'send'];

type SentComposer = { values: ComposerValues; version: number; pressed: Pressed };

/** Reads a posted composer; what was not sent is as in `shown`. The move of a pressed button is applied. */
export function readComposer(
  { values: sent, names }: SentForm<typeof composerForm>,
  shown: ComposerValues,
  version: number,
): SentComposer {
  const text = (name: 'subject' | 'preview' | 'note' | 'test' | 'when') =>
    names.includes(name) ? sent[name] : shown[name];
  const word = sent.do;
  const restored = word.startsWith('restore ') ? readOrder(word.slice('restore '.length)) : undefined;
  const order = restored ?? readOrder(sent.order) ?? shown.order;
  const move = readPress(word);
  const isAutomatic = names.includes('automatic') && sent.subject === sent.automatic;
  return {
    values: {
      // An automatic subject that no one has changed stays automatic, though the content may have changed since.
      subject: isAutomatic ? shown.subject : text('subject'),
      preview: text('preview'),
      note: text('note'),
      test: text('test'),
      when: text('when'),
      order: move ? moved(order, move) : order,
    },
    version: /^\d{1,15}$/.test(sent.version) ? Number(sent.version) : version,
    pressed: {
      task: restored ? 'restore' : (TASKS.find((task) => task === word) ?? 'save'),
      ...readView(word),
    },
  };
}

function readView(word: string): { view?: View } {
  const chosen = (Object.keys(views) as View[]).find((view) => word === `view ${view}`);
  return chosen ? { view: chosen } : {};
}

type ReadChanges =
  | { changes: IssueChanges; problems?: undefined }
  | { changes?: undefined; problems: Record<string, string> };

/** Only what differs from what the form was shown with: an automatic issue that no one has changed stays automatic. */
function changesOf(values: ComposerValues, shown: ComposerValues, issue: Issue): ReadChanges {
  const differing = (['subject', 'preview', 'note'] as const).filter((name) => values[name] !== shown[name]);
  const read = issueChangesSchema.safeParse({
    ...Object.fromEntries(differing.map((name) => [name, values[name]])),
    ...(orderText(values.order) === orderText(shown.order)
      ? {}
      : { choices: choicesOf(values.order, shown.order, issue.choices) }),
  });
  if (read.success) return { changes: read.data };
  return { problems: problemsByField(read.error) };
}
