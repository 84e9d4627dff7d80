import * as z from 'zod';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import { isItemId } from '#app/items/content/item-id.ts';
import { requiredLine } from '#app/items/content/item-schema.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm, type ValuesOf } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { instantOfTownTime } from '#app/platform/time/town-time.ts';
import { Field } from '#app/platform/ui/field.tsx';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';
import { type Reopening, reopenPoll } from '#app/polls/poll-progress.server.ts';
import type { Route } from './+types/poll-reopening';
import { Confirmation } from './confirmation.tsx';
import { backToVoting, loadConfirmation } from './load-confirmation.server.ts';

export function loader(args: Route.LoaderArgs) {
  return loadConfirmation(args);
}

const reasonSchema = requiredLine('a reason');
const optionsSchema = z.array(requiredLine('the text of this option', 200)).max(20);
const NEW_OPTIONS = 3;

const reopeningForm = defineForm([
  [
    {
      name: 'reason',
      label: 'Reason',
      kind: 'line',
      required: true,
      hint: 'Readers will see it on the poll’s page.',
    },
  ],
  [
    {
      name: 'closesAt',
      label: 'Closes',
      kind: 'datetime',
      required: false,
      hint: 'Town time. Without one, the poll stays open until you close it.',
    },
  ],
  [{ name: 'options', label: 'New options', kind: 'options', required: false }],
]);
const [[reasonField], [closesAtField], [optionsField]] = reopeningForm;

type Typed = ValuesOf<typeof reopeningForm>;
type Problems = Partial<Record<keyof Typed, string>>;

/** Opens a closed poll again, with a reason that readers will see. What was typed stays when something is wrong. */
export async function action(args: Route.ActionArgs) {
  const { write, now, town } = writeContext(args);
  const { id } = args.params;
  const { values } = await readForm(args.request, reopeningForm);
  const { reopening, problems } = readReopening(values, town.timeZone, now);
  if (!isItemId(id)) return backToVoting(id, 'state');
  if (!reopening) return failedForm(400, values, { problems });
  const outcome = await reopenPoll(write, id, reopening, now);
  if (!outcome) return backToVoting(id, 'state');
  if (outcome.repeated.length > 0) {
    const options = `This option already exists: ${outcome.repeated.join(', ')}`;
    return failedForm(400, values, { problems: { options } });
  }
  await recordActivity(args, 'poll-reopened', `/polls/${id}`);
  return backToVoting(id);
}

function readReopening(
  typed: Typed,
  zone: string,
  now: number,
): { reopening?: Reopening; problems: Problems } {
  const problems: Problems = {};
  const reason = reasonSchema.safeParse(typed.reason);
  if (!reason.success) problems.reason = 'Enter a reason for reopening the poll';
  const options = optionsSchema.safeParse(typed.options.filter((text) => text.trim() !== ''));
  if (!options.success) problems.options = 'Use at most 20 new options with at most 200 characters each';
  const closesAt = typed.closesAt === '' ? null : instantOfTownTime(typed.closesAt, zone);
  if (closesAt === undefined || (closesAt !== null && closesAt <= now))
    problems.closesAt = 'Enter a time in the future';
  if (!reason.success || !options.success || problems.closesAt) return { problems };
  return { reopening: { reason: reason.data, options: options.data, closesAt: closesAt ?? null }, problems };
}

export default function PollReopening({ loaderData, actionData }: Route.ComponentProps) {
  const { values, problems = {} } = actionData ?? {};
  return (
    <Confirmation
      poll={loaderData}
      question="Reopen this poll?"
      action="reopening"
      submit="Reopen the poll"
      failure={actionData ? <FailedSave {...actionData} spec={reopeningForm} /> : null}
    >
      <p>
        Readers will see that you reopened it, and why. Ballots already counted stay. People who have voted
        cannot vote again, because no one can tell anymore which ballot is theirs.
      </p>
      <Field spec={reasonField} value={values?.reason ?? ''} problem={problems.reason} />
      <Field spec={closesAtField} value={values?.closesAt ?? ''} problem={problems.closesAt} />
      <NewOptions texts={values?.options ?? []} problem={problems.options} />
    </Confirmation>
  );
}

function NewOptions({ texts, problem }: { texts: string[]; problem: string | undefined }) {
  return (
    <fieldset className="field" aria-describedby={describedBy(optionsField, problem)}>
      <legend>
        {optionsField.label} <span className="optional">(optional)</span>
      </legend>
      <FieldHints spec={optionsField} problem={problem} />
      {Array.from({ length: Math.max(NEW_OPTIONS, texts.length) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are never moved
        <div className="mb" key={index}>
          <label className="vh" htmlFor={`options-${index}`}>
            New option {index + 1}
          </label>
          <input
            className="input"
            id={`options-${index}`}
            name="options"
            maxLength={200}
            defaultValue={texts[index]}
            aria-invalid={problem ? true : undefined}
          />
        </div>
      ))}
    </fieldset>
  );
}
