import { data, redirect } from 'react-router';
import { readVisit, writeVisit } from '#app/context.ts';
import type { Route } from './+types/google-start';
import { POPUP_DONE } from './google-signal.ts';
import { nextPathOf, withNext } from './next-path.ts';
import { cookieHeaders } from './redirect-with-cookies.ts';

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function loader(args: Route.LoaderArgs) {
  return { siteTitle: readVisit(args).town.title };
}

/**
 * Starts signing in with Google. The page it answers goes on by itself: a redirect would be part of sending the form,
 * and the content security policy lets forms go to this site only.
 */
export async function action(args: Route.ActionArgs) {
  const { auth } = writeVisit(args).services;
  const form = await args.request.formData().catch(() => new FormData());
  const next = nextPathOf(args.request.url);
  const journey = form.get('popup')
    ? { next: POPUP_DONE, failed: `${POPUP_DONE}?failed=1` }
    : { next, failed: withNext('/login?google=failed', next) };
  const start = await auth.startGoogle(journey);
  if (start.kind === 'failed') throw redirect(journey.failed, 303);
  return data({ url: start.url }, { headers: cookieHeaders(start.cookies) });
}

/** Opened without having pressed the button, it leads back to the button. */
export default function GoogleStart({ loaderData, actionData }: Route.ComponentProps) {
  const url = actionData?.url ?? '/login';
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <title>{`Login | ${loaderData.siteTitle}`}</title>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <div className="reading">
        <div className="panel auth stack">
          <h1>One moment</h1>
          <p>
            {actionData ? 'Google will ask who you are. ' : null}
            <a href={url}>Continue</a>
          </p>
        </div>
      </div>
    </main>
  );
}
