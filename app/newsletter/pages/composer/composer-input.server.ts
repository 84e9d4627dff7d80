import type { Issue, IssueChanges } from '#app/newsletter/issues/issue.ts';
import { issueChangesSchema } from '#app/newsletter/issues/issue.ts';
import { problemsByField } from '#app/platform/forms/field-problems.ts';
import type { SentForm } from '#app/platform/forms/read-form.server.ts';
import { type ComposerValues, type composerForm, type View, views } from './composer-page.ts';
import { type Move, moved, orderText, readOrder, readPress } from './order.ts';
import { choicesOf } from './shown-parts.server.ts';

/** What the pressed button does, after everything that was typed is saved. */
export type ComposerTask =
  | 'save'
  | 'rebuild'
  | 'restore'
  | 'test'
  | 'schedule'
  | 'unschedule'
  | 'approve'
  | 'send';

export type Pressed = { task: ComposerTask; move?: Move; view?: View };

const TASKS: ComposerTask[] = ['save', 'rebuild', 'test', 'schedule', 'unschedule', 'approve', 'send'];

export type SentComposer = { values: ComposerValues; version: number; pressed: Pressed };

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
      ...(move ? { move } : {}),
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
export function changesOf(values: ComposerValues, shown: ComposerValues, issue: Issue): ReadChanges {
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
