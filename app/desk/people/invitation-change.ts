import { redirect } from 'react-router';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { withdrawInvitation } from '#app/people/team/invitation-store.server.ts';
import { resendInvitation } from '#app/people/team/invite.server.ts';
import { roleWords } from '#app/people/team/team.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/invitation-change';

const PATH = '/admin/people';

const form = [hidden('do')];

/** Sends an invitation again, with another link, or withdraws it. */
export async function action(args: Route.ActionArgs) {
  const { write, services } = writeContext(args);
  await requireRecentProof(services.auth, args.request, PATH);
  const { values } = await readForm(args.request, form);
  const { id } = args.params;
  const isResent = values.do === 'resend';
  const changed = isResent
    ? await resendInvitation(args.context.get(requestContextKey), id)
    : values.do === 'withdraw'
      ? await withdrawInvitation(write, id)
      : undefined;
  if (!changed) return redirect(`${PATH}?done=gone`, 303);
  await recordActivity(
    args,
    isResent ? 'invitation-resent' : 'invitation-withdrawn',
    roleWords[changed.role],
  );
  return redirect(`${PATH}?done=${isResent ? 'resent' : 'withdrawn'}`, 303);
}

export function loader() {
  return redirect(PATH);
}
