import { deleteAccount } from '#app/people/accounts/profile.server.ts';
import { redirectWithCookies } from '#app/people/pages/login/redirect-with-cookies.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/deletion-page';
import { arrivalCookie } from './arrival-notice.server.ts';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

/** Asks once before an account is deleted. */
export async function loader(args: Route.LoaderArgs) {
  const { auth, viewer, town } = signedInContext(args);
  await requireRecentProof(auth, args.request, '/account/deletion');
  return { email: viewer.email, isAdmin: viewer.kind === 'admin', siteTitle: town.title };
}

export async function action(args: Route.ActionArgs) {
  const { auth, viewer, siteUrl } = signedInContext(args);
  await requireRecentProof(auth, args.request, '/account/deletion');
  const cookies = await deleteAccount(auth, args.request, viewer.userId);
  await recordActivity(args, 'account-deleted');
  return redirectWithCookies('/articles', [...cookies, arrivalCookie(siteUrl, 'deleted')]);
}

export default function Deletion({ loaderData: { email, isAdmin, siteTitle } }: Route.ComponentProps) {
  const { isReadOnly } = useSite();
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Delete my account | ${siteTitle}`} />
      <div className="reading">
        <div className="panel auth stack">
          <h1>Delete your account?</h1>
          <p>
            The account {email} and everything stored with it will be deleted. The site’s activity log keeps
            its entries about this account for 400 days, and their network addresses for 30 days. You cannot
            undo this.
          </p>
          {isAdmin ? (
            <p>
              You are the administrator. Without your account, no one can manage this site until{' '}
              {isReadOnly
                ? 'another administrator is created with a command on the server.'
                : 'it is restarted and set up again.'}
            </p>
          ) : null}
          <form method="post" action="/account/deletion" className="cluster">
            <button type="submit" className="button button--danger-solid">
              Delete my account
            </button>
            <a className="button" href="/account">
              Cancel
            </a>
          </form>
        </div>
      </div>
    </main>
  );
}
