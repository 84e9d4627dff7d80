import { data, redirect } from 'react-router';
import { FailedAlert } from '#app/people/pages/login/failed-alert.tsx';
import { findPasskeyOfRequest } from '#app/people/pages/login/passkey-of-request.ts';
import { MAX_PASSKEY_NAME, parsePasskeyName } from '#app/people/passkeys/passkey-name.ts';
import { renamePasskey } from '#app/people/passkeys/passkey-store.server.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
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

/** Renames the passkey. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { passkey } = await findPasskeyOfRequest(args, args.params.id);
  const typed = (await readForm(args.request, [hidden('name')])).values.name;
  const name = parsePasskeyName(typed);
  if (name === undefined) return data({ typed }, 400);
  await renamePasskey(auth.db, { userId: viewer.userId, id: passkey.id, name });
  await recordActivity(args, 'passkey-renamed', name);
  throw redirect('/account/passkeys?saved', 303);
}

export default function Passkey({ loaderData: { id, name, siteTitle }, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame title="Rename a passkey" siteTitle={siteTitle}>
      {actionData ? <FailedAlert held={undefined} /> : null}
      <AccountForm action={`/account/passkeys/${id}`} submit="Save">
        <div className="field">
          <label htmlFor="name">Name</label>
          <span className="hint" id="name-hint">
            A name you will recognize, for example “My phone”.
          </span>
          {actionData ? (
            <span className="error" id="name-error">
              Enter a name with at most {MAX_PASSKEY_NAME} characters
            </span>
          ) : null}
          <input
            className="input"
            id="name"
            name="name"
            autoComplete="off"
            defaultValue={actionData?.typed ?? name}
            aria-required="true"
            aria-invalid={actionData ? true : undefined}
            aria-describedby={actionData ? 'name-hint name-error' : 'name-hint'}
          />
        </div>
      </AccountForm>
      <p>
        <a href="/account/passkeys">Back to your passkeys</a>
      </p>
    </AccountFrame>
  );
}
