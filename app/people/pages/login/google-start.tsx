import { data, redirect } from 'react-router';
import type { GoogleJourney } from '#app/people/google/google-journey.ts';
import { startGoogle } from '#app/people/google/google-sign-in.server.ts';
import { signedInContext } from '#app/people/pages/signed-in-context.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/google-start';
import { POPUP_DONE } from './google-signal.ts';
import { nextPathOf, withNext } from './next-path.ts';
import { cookieHeaders } from './redirect-with-cookies.ts';

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function loader(args: Route.LoaderArgs) {
  return { siteTitle: readContext(args).town.title };
}

/**
 * Starts a Google login. The page in the response continues automatically: a redirect would be part of submitting the form,
 * and the content security policy allows forms only to this site.
 */
export async function action(args: Route.ActionArgs) {
  const { auth } = writeContext(args).services;
  const journey = await journeyOf(args);
  const start = await startGoogle(auth, journey);
  if (start.kind === 'failed') throw redirect(journey.failed, 303);
  return data({ url: start.url }, { headers: cookieHeaders(start.cookies) });
}

async function journeyOf(args: Route.ActionArgs): Promise<GoogleJourney> {
  const url = new URL(args.request.url);
  const next = nextPathOf(url);
  if (url.searchParams.has('prove')) {
    const { viewer } = signedInContext(args);
    return { next, failed: withNext('/account/proof?google=failed', next), prove: viewer.userId };
  }
  if (url.searchParams.has('join')) {
    const { viewer, auth } = signedInContext(args);
    await requireRecentProof(auth, args.request, '/account');
    return { next: '/account?saved', failed: '/account?google=failed', join: viewer.userId };
  }
  const { values } = await readForm(args.request, [hidden('popup')]);
  return values.popup
    ? { next: POPUP_DONE, failed: `${POPUP_DONE}?failed=1` }
    : { next, failed: withNext('/login?google=failed', next) };
}

/** Opened without pressing the button, it leads back to the button. */
export default function GoogleStart({ loaderData, actionData }: Route.ComponentProps) {
  const url = actionData?.url ?? '/login';
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Login | ${loaderData.siteTitle}`} />
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <div className="reading">
        <div className="panel auth stack">
          <h1>One moment</h1>
          <p>
            {actionData ? 'Taking you to Google. ' : null}
            <a href={url}>Continue</a>
          </p>
        </div>
      </div>
    </main>
  );
}
