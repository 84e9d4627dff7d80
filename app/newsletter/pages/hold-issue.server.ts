import { redirect } from 'react-router';
import { resumeSending, stopSending } from '#app/newsletter/sending/hold-sending.server.ts';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';

type Args = Parameters<typeof writeVisit>[0];

/** Stops sending an issue, or continues. */
export async function holdIssue(
  args: Args,
  { id, subject }: { id: string; subject: string },
  what: 'stop' | 'resume',
): Promise<Response> {
  const { write, now } = writeVisit(args);
  const isStop = what === 'stop';
  const { kind } = isStop ? await stopSending(write, { now }, id) : await resumeSending(write, { now }, id);
  if (kind === 'done') await noteDone(args, isStop ? 'issue-stopped' : 'issue-resumed', subject);
  return redirect(`/admin/newsletter/${id}`, 303);
}
