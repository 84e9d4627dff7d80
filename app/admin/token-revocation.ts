import { redirect } from 'react-router';
import { requireRecentProof } from '#app/auth/recent-proof.server.ts';
import { isItemId } from '#app/content/item-id.ts';
import { writeVisit } from '#app/context.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { noteDone } from '#app/note-done.server.ts';
import { revokeApiToken } from '#app/tokens/api-token-store.server.ts';
import type { Route } from './+types/token-revocation';
import { actAndReturn } from './act-and-return.server.ts';

const PATH = '/admin/settings/tokens';

const form = [[{ name: 'id', label: 'ID', kind: 'id' as const, required: true }]];

/** Revokes a token: its next call is refused. Revoking it again changes nothing. */
export async function action(args: Route.ActionArgs) {
  const { write, services, now } = writeVisit(args);
  await requireRecentProof(services.auth, args.request, PATH);
  const { values } = await readForm(args.request, form);
  const id = String(values.id);
  return actAndReturn(args, PATH, 'an API token could not be revoked', async () => {
    const name = isItemId(id) ? await revokeApiToken(write, id, now) : undefined;
    if (name !== undefined) await noteDone(args, 'token-revoked', name);
  });
}

export function loader() {
  return redirect(PATH);
}
