import { data } from 'react-router';
import * as z from 'zod';
import { isItemId } from '#app/content/item-id.ts';
import { requiredLine } from '#app/content/item-schema.ts';
import { writeVisit } from '#app/context.ts';
import { messages } from '#app/messages.ts';
import { noteDone } from '#app/note-done.server.ts';
import { instantOfTownTime } from '#app/time/town-time.ts';
import { Alert } from '#app/ui/alert.tsx';
import type { Route } from './+types/poll-reopening';
import { backToVoting } from './back-to-voting.ts';
import { Confirmation } from './confirmation.tsx';
import { loadConfirmation } from './load-confirmation.server.ts';
import { type Reopening, reopenPoll } from './poll-progress.server.ts';

export function loader(args: Route.LoaderArgs) {
  return loadConfirmation(args);
}

const reasonSchema = requiredLine('a reason');
const optionsSchema = z.array(requiredLine('the text of this option', 200)).max(20);
const NEW_OPTIONS = 3;

type Typed = { reason: string; closesAt: string; options: string[] };
type Field = keyof Typed;
type Problems = Partial<Record<Field, string>>;

/** Opens a closed poll again, with a reason that everybody reads. What was typed stays when something is wrong. */
export async function action(args: Route.ActionArgs) {
  const { write, now, town } = writeVisit(args);
  const { id } = args.params;
  const form = await args.request.formData().catch(() => new FormData());
  const typed = typedIn(form);
  const { reopening, problems } = readReopening(typed, town.timeZone, now);
  if (!isItemId(id)) return backToVoting(id, 'state');
  if (!reopening) return data({ typed, problems }, 400);
  const outcome = await reopenPoll(write, id, reopening, now);
  if (!outcome) return backToVoting(id, 'state');
  if (outcome.repeated.length > 0) {
    const options = `This option already exists: ${outcome.repeated.join(', ')}`;
    return data({ typed, problems: { options } as Problems }, 400);
  }
  await noteDone(args, 'poll-reopened', `/polls/${id}`);
  return backToVoting(id);
}

function typedIn(form: FormData): Typed {
  return {
    reason: String(form.get('reason') ?? ''),
    closesAt: String(form.get('closesAt') ?? ''),
    options: form.getAll('options').map(String),
  };
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
  const { typed, problems = {} } = actionData ?? {};
  return (
    <Confirmation poll={loaderData} question="Reopen this poll?" action="reopening" submit="Reopen the poll">
      {actionData ? <Alert tone="danger">{messages.saveFailed}</Alert> : null}
      <p>
        Readers will see that you reopened it, and why. Ballots already counted stay. People who have voted
        cannot vote again, because nobody can tell anymore which ballot is theirs.
      </p>
      <div className="field">
        <label htmlFor="reason">Reason</label>
        <input
          className="input"
          id="reason"
          name="reason"
          required
          maxLength={500}
          defaultValue={typed?.reason}
          {...described('reason', problems)}
        />
        <Problem field="reason" problems={problems} />
      </div>
      <div className="field">
        <label htmlFor="closesAt">
          Closes <span className="optional">(optional)</span>
        </label>
        <input
          className="input"
          id="closesAt"
          name="closesAt"
          type="datetime-local"
          defaultValue={typed?.closesAt}
          {...described('closesAt', problems)}
        />
        <Problem field="closesAt" problems={problems} />
      </div>
      <fieldset className="field">
        <legend>
          New options <span className="optional">(optional)</span>
        </legend>
        {Array.from({ length: NEW_OPTIONS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are always as many
          <div className="optrow" key={index}>
            <label className="vh" htmlFor={`new-${index}`}>
              New option {index + 1}
            </label>
            <input
              className="input"
              id={`new-${index}`}
              name="options"
              maxLength={200}
              defaultValue={typed?.options[index]}
              {...described('options', problems)}
            />
          </div>
        ))}
        <Problem field="options" problems={problems} />
      </fieldset>
    </Confirmation>
  );
}

function described(field: Field, problems: Problems) {
  return problems[field] ? { 'aria-invalid': true, 'aria-describedby': `${field}-problem` } : {};
}

function Problem({ field, problems }: { field: Field; problems: Problems }) {
  return problems[field] ? (
    <p className="error" id={`${field}-problem`}>
      {problems[field]}
    </p>
  ) : null;
}
