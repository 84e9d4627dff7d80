import { redirect } from 'react-router';
import { findPasskeyOffer } from '#app/people/accounts/own-passkeys.server.ts';
import { nextPathOf, withNext } from '#app/people/pages/login/next-path.ts';
import { PasskeyForm } from '#app/people/pages/login/passkey-form.tsx';
import { saveOfferAnswer } from '#app/people/passkeys/passkey-offer.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/passkey-offer-page';
import { AccountFrame } from './account-frame.tsx';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

/** Asks the administrator to add a passkey after login. Others are redirected. */
export async function loader(args: Route.LoaderArgs) {
  const { auth, viewer, town } = signedInContext(args);
  const next = nextPathOf(args.url);
  if (!(await findPasskeyOffer(auth, viewer.userId))) throw redirect(next);
  return { next, siteTitle: town.title };
}

/** Records "not now" or, with the field `answer` set to `never`, that no reminder is wanted either. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { values } = await readForm(args.request, [hidden('answer')]);
  const answer = values.answer === 'never' ? 'never' : 'later';
  await saveOfferAnswer(auth.db, viewer.userId, answer);
  return redirect(nextPathOf(args.url), 303);
}

export default function PasskeyOffer({ loaderData: { next, siteTitle } }: Route.ComponentProps) {
  return (
    <AccountFrame
      title="Add a passkey"
      siteTitle={siteTitle}
      intro="You manage the whole site, so protect your account with more than a password."
    >
      <p>
        A passkey logs you in with your fingerprint, face, or screen lock. No one can guess it, and a fake
        site cannot steal it. Your password keeps working.
      </p>
      <PasskeyForm
        task="add"
        action={withNext('/account/passkeys', next)}
        look="button--primary button--wide"
      >
        Add a passkey
      </PasskeyForm>
      <form method="post" action={offerPath(next)}>
        <input type="hidden" name="answer" value="later" />
        <button type="submit" className="button button--wide">
          Not now
        </button>
      </form>
    </AccountFrame>
  );
}

/** The page that asks the administrator to add a passkey, and leads on to `next`. */
function offerPath(next: string): string {
  return `/account/passkeys/offer?next=${encodeURIComponent(next)}`;
}
