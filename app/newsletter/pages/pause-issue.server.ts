import { redirect } from 'react-router';
import { resumeSending, stopSending } from '#app/newsletter/sending/pause-sending.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';

type Args = Parameters<typeof writeContext>[0];

/** Stops sending an issue, or continues. */
export async function pauseIssue(
  args: Args,
  { id, subject }: { id: string; subject: string },
  what: 'stop' | 'resume',
): Promise<Response> {
  const { write, now } = writeContext(args);
  const isStop = what === 'stop';
  const { kind } = isStop ? await stopSending(write, { now }, id) : await resumeSending(write, { now }, id);
  if (kind === 'done') await recordActivity(args, isStop ? 'issue-stopped' : 'issue-resumed', subject);
  return redirect(`/admin/newsletter/${id}`, 303);
}
