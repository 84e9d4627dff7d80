import { redirect } from 'react-router';
import { writeVisit } from '#app/context.ts';
import { resumeSending, stopSending } from '#app/newsletter-sending/hold-sending.server.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/issue-hold';
import { requireIssue } from './require-issue.server.ts';

/** Stops sending an issue, or continues. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeVisit(args);
  const { id, subject } = await requireIssue(write, args.params.id);
  const sent = await args.request.formData().catch(() => new FormData());
  const isStop = sent.get('do') === 'stop';
  const { kind } = isStop ? await stopSending(write, { now }, id) : await resumeSending(write, id);
  if (kind === 'done') await noteDone(args, isStop ? 'issue-stopped' : 'issue-resumed', subject);
  return redirect(`/admin/newsletter/${id}`, 303);
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/newsletter/${params.id}`);
}
