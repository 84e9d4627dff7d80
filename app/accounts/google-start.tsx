import { data, redirect } from 'react-router';
import { writeVisit } from '#app/context.ts';
import type { Route } from './+types/google-start';
import { POPUP_DONE } from './google-signal.ts';
import { nextPathOf, withNext } from './next-path.ts';
import { cookieHeaders } from './redirect-with-cookies.ts';

/** Typed into the address bar, there is nothing to see here. */
export function loader() {
  return redirect('/login');
}

/**
 * Starts signing in with Google. The page it answers goes on by itself: a redirect would be part of sending the form,
 * and the content security policy lets forms go to this site only.
 */
export async function action(args: Route.ActionArgs) {
  const { services, town } = writeVisit(args);
  const form = await args.request.formData().catch(() => new FormData());
  const next = nextPathOf(args.request.url);
  const journey = form.get('popup')
    ? { next: POPUP_DONE, failed: `${POPUP_DONE}?failed=1` }
    : { next, failed: withNext('/login?google=failed', next) };
  const start = await services.auth.startGoogle(journey);
  if (start.kind === 'failed') throw redirect(journey.failed, 303);
  return data({ url: start.url, siteTitle: town.title }, { headers: cookieHeaders(start.cookies) });
}

export default function GoogleStart({ actionData }: Route.ComponentProps) {
  if (!actionData) return null;
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <title>{`Login | ${actionData.siteTitle}`}</title>
      <meta httpEquiv="refresh" content={`0;url=${actionData.url}`} />
      <div className="reading">
        <div className="panel auth stack">
          <h1>One moment</h1>
          <p>
            Google will ask who you are. <a href={actionData.url}>Continue to Google</a>
          </p>
        </div>
      </div>
    </main>
  );
}
