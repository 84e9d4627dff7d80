import { data } from 'react-router';
import { cookieHeaders } from '#app/people/pages/login/redirect-with-cookies.ts';
import { findRecoveryCodesStatus } from '#app/people/passkeys/recovery-code-store.server.ts';
import { requestContextKey } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { makeRecoveryCodes } from '#app/people/sign-in/recovery.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/recovery-codes-page';
import { AccountForm } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

const PATH = '/account/recovery-codes';

/** Explains recovery codes, and asks before earlier ones stop working. */
export async function loader(args: Route.LoaderArgs) {
  const { auth, viewer, town } = signedInContext(args);
  // New codes are on the page in the response to the form, and must not be lost.
  if (args.context.get(requestContextKey).method !== 'POST')
    await requireRecentProof(auth, args.request, PATH);
  const { left } = await findRecoveryCodesStatus(auth.db, viewer.userId);
  return { left, siteTitle: town.title };
}

/** Creates new codes. They are shown only in this response. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  await requireRecentProof(auth, args.request, PATH);
  const codes = await makeRecoveryCodes(auth, viewer.userId);
  await recordActivity(args, 'recovery-codes-created');
  return data({ codes }, { headers: cookieHeaders([]) });
}

export default function RecoveryCodes({ loaderData: { left, siteTitle }, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame
      title="Recovery codes"
      siteTitle={siteTitle}
      intro="If you lose both your passkeys and your password, you can use a recovery code to choose a new password, even if you can’t receive email. Each code works once."
    >
      {actionData ? <NewCodes codes={actionData.codes} /> : <CodesForm left={left} />}
      <p>
        <a href="/account/passkeys">Back to your passkeys</a>
      </p>
    </AccountFrame>
  );
}

function CodesForm({ left }: { left: number }) {
  return (
    <>
      {left > 0 ? (
        <p>
          You have {left} unused {left === 1 ? 'code' : 'codes'}. They stop working when you create new ones.
        </p>
      ) : null}
      <AccountForm action={PATH} submit={left > 0 ? 'Replace my recovery codes' : 'Create recovery codes'}>
        {null}
      </AccountForm>
    </>
  );
}

function NewCodes({ codes }: { codes: string[] }) {
  return (
    <>
      <Alert tone="success">{messages.saved}</Alert>
      <p>
        Print these codes or write them down now. They won’t be shown again. Don’t keep them on this device.
        To use one, go to <a href="/login/recovery">Use a recovery code</a> on the login page.
      </p>
      <ul className="stack" aria-label="Your recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
