import { redirect } from 'react-router';
import * as z from 'zod';
import { isItemId } from '#app/content/item-id.ts';
import { requiredLine } from '#app/content/item-schema.ts';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import { instantOfTownTime } from '#app/time/town-time.ts';
import type { Route } from './+types/poll-reopening';
import { backToVoting } from './back-to-voting.ts';
import { type Reopening, reopenPoll } from './poll-progress.server.ts';

const reasonSchema = requiredLine('a reason');
const optionsSchema = z.array(requiredLine('the text of this option', 200)).max(20);

/** Opens a closed poll again, with a reason that everybody reads. */
export async function action(args: Route.ActionArgs) {
  const { write, now, town } = writeVisit(args);
  const { id } = args.params;
  const form = await args.request.formData().catch(() => new FormData());
  const reopening = readReopening(form, town.timeZone, now);
  if (typeof reopening === 'string' || !isItemId(id)) return backToVoting(id, String(reopening));
  const outcome = await reopenPoll(write, id, reopening, now);
  if (!outcome) return backToVoting(id, 'state');
  if (outcome.repeated.length > 0) return backToVoting(id, 'options');
  await noteDone(args, 'poll-reopened', `/polls/${id}`);
  return backToVoting(id);
}

/** What the form means, or the name of what is wrong with it. */
function readReopening(form: FormData, zone: string, now: number): Reopening | string {
  const reason = reasonSchema.safeParse(form.get('reason'));
  if (!reason.success) return 'reason';
  const typed = form.getAll('options').filter((text) => typeof text === 'string' && text.trim() !== '');
  const options = optionsSchema.safeParse(typed);
  if (!options.success) return 'options';
  const time = String(form.get('closesAt') ?? '');
  if (time === '') return { reason: reason.data, options: options.data, closesAt: null };
  const closesAt = instantOfTownTime(time, zone);
  if (closesAt === undefined || closesAt <= now) return 'closes';
  return { reason: reason.data, options: options.data, closesAt };
}

/** Typed into the address bar, there is nothing to see here. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/polls/${params.id}/voting`);
}
