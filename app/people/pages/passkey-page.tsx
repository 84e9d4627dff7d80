import { redirect } from 'react-router';
import { CredentialFields } from '#app/people/pages/login/credential-field.tsx';
import { findPasskeyOfRequest } from '#app/people/pages/login/passkey-of-request.ts';
import { MAX_PASSKEY_NAME, parsePasskeyName } from '#app/people/passkeys/passkey-name.ts';
import { renamePasskey } from '#app/people/passkeys/passkey-store.server.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/passkey-page';
import { AccountForm } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

export async function loader(args: Route.LoaderArgs) {
  const { passkey, siteTitle } = await findPasskeyOfRequest(args, args.params.id);
  return { id: passkey.id, name: passkey.name, siteTitle };
}

const hint = 'A name you will recognize, for example “My phone”.';
const form = defineForm([[{ name: 'name', label: 'Name', kind: 'line', required: true, hint }]]);

/** Renames the passkey. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { passkey } = await findPasskeyOfRequest(args, args.params.id);
  const { values } = await readForm(args.request, form);
  const name = parsePasskeyName(values.name);
  if (name === undefined)
    return failedForm(400, values, {
      problems: { name: `Enter a name with at most ${MAX_PASSKEY_NAME} characters` },
    });
  await renamePasskey(auth.db, { userId: viewer.userId, id: passkey.id, name });
  await recordActivity(args, 'passkey-renamed', name);
  throw redirect('/account/passkeys?saved', 303);
}

export default function Passkey({ loaderData: { id, name, siteTitle }, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame title="Rename a passkey" siteTitle={siteTitle} failed={actionData}>
      <AccountForm action={`/account/passkeys/${id}`} submit="Save">
        <CredentialFields form={form} failed={actionData ?? { values: { name }, problems: {} }} />
      </AccountForm>
      <p>
        <a href="/account/passkeys">Back to your passkeys</a>
      </p>
    </AccountFrame>
  );
}
