import { redirect } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { revokeApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/token-revocation';
import { actAndReturn } from './act-and-return.server.ts';

const PATH = '/admin/settings/tokens';

const form = [hidden('id')];

/** Revokes a token: its next call is refused. Revoking it again changes nothing. */
export async function action(args: Route.ActionArgs) {
  const { write, services, now } = writeContext(args);
  await requireRecentProof(services.auth, args.request, PATH);
  const { values } = await readForm(args.request, form);
  const { id } = values;
  return actAndReturn(args, PATH, 'an API token could not be revoked', async () => {
    const name = isItemId(id) ? await revokeApiToken(write, id, now) : undefined;
    if (name !== undefined) await recordActivity(args, 'token-revoked', name);
  });
}

export function loader() {
  return redirect(PATH);
}
