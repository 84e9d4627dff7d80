import type { Issue, IssueChanges } from '#app/newsletter/issues/issue.ts';
import { issueChangesSchema } from '#app/newsletter/issues/issue.ts';
import { type ComposerValues, type View, views } from './composer-page.ts';
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
export function readComposer(sent: FormData, shown: ComposerValues, version: number): SentComposer {
  const text = (name: keyof ComposerValues & string, fallback: string) => {
    const value = sent.get(name);
    // Browsers send line breaks as CRLF.
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : fallback;
  };
  const word = String(sent.get('do') ?? 'save');
  const restored = word.startsWith('restore ') ? readOrder(word.slice('restore '.length)) : undefined;
  const order = restored ?? readOrder(String(sent.get('order') ?? '')) ?? shown.order;
  const move = readPress(word);
  return {
    values: {
      // An automatic subject that no one has changed stays automatic, though the content may have changed since.
      subject: sent.get('subject') === sent.get('automatic') ? shown.subject : text('subject', shown.subject),
      preview: text('preview', shown.preview),
      note: text('note', shown.note),
      test: text('test', shown.test),
      when: text('when', shown.when),
      order: move ? moved(order, move) : order,
    },
    version: readVersion(sent.get('version')) ?? version,
    pressed: {
      task: restored ? 'restore' : (TASKS.find((task) => task === word) ?? 'save'),
      ...(move ? { move } : {}),
      ...readView(word),
    },
  };
}

function readVersion(value: FormDataEntryValue | null): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
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
  const problems: Record<string, string> = {};
  for (const { path, message } of read.error.issues) problems[String(path[0])] ??= message;
  return { problems };
}
