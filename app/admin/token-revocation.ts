import { redirect } from 'react-router';
import { requireRecentProof } from '#app/auth/recent-proof.server.ts';
import { isItemId } from '#app/content/item-id.ts';
import { writeVisit } from '#app/context.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { noteDone } from '#app/note-done.server.ts';
import { revokeApiToken } from '#app/tokens/api-token-store.server.ts';
import type { Route } from './+types/token-revocation';

const form = [[{ name: 'id', label: 'ID', kind: 'id' as const, required: true }]];

/** Ends a token from the next call on. One that has ended already counts as revoked. */
export async function action(args: Route.ActionArgs) {
  const { write, services, now } = writeVisit(args);
  await requireRecentProof(services.auth, args.request, '/admin/settings/tokens');
  const { values } = await readForm(args.request, form);
  const id = String(values.id);
  try {
    const name = isItemId(id) ? await revokeApiToken(write, id, now) : undefined;
    if (name !== undefined) await noteDone(args, 'token-revoked', name);
  } catch (error) {
    services.log.error({ err: error }, 'an API token could not be revoked');
    return redirect('/admin/settings/tokens?failed=1', 303);
  }
  return redirect('/admin/settings/tokens?saved=1', 303);
}

export function loader() {
  return redirect('/admin/settings/tokens');
}
