import { useEffect } from 'react';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/google-done';
import { GOOGLE_CHANNEL, type GoogleSignal } from './google-signal.ts';
import { HOME } from './next-path.ts';

export const handle: RouteHandle = { hydrate: true };

/** The end of a journey in the popup: it notifies the page that opened it and closes. */
export function loader(args: Route.LoaderArgs) {
  const { viewer, town } = readContext(args);
  const failed = args.url.searchParams.has('failed') || viewer.kind === 'visitor';
  return { failed, siteTitle: town.title };
}

export default function GoogleDone({ loaderData: { failed, siteTitle } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Login | ${siteTitle}`} />
      <GoogleSignalSender signal={failed ? 'failed' : 'signedIn'} />
      <div className="reading">
        <div className="panel auth stack">
          <h1>Login</h1>
          {failed ? <Alert tone="danger">{messages.loginFailed}</Alert> : <p>You are logged in.</p>}
          <p>
            <a href={failed ? '/login' : HOME}>Continue</a>
          </p>
        </div>
      </div>
    </main>
  );
}

/** Sends the result to the site's other windows and closes this one, if a script opened it. Shows nothing. */
function GoogleSignalSender({ signal }: { signal: GoogleSignal }) {
  useEffect(() => {
    const channel = new BroadcastChannel(GOOGLE_CHANNEL);
    channel.postMessage(signal);
    channel.close();
    window.close();
  }, [signal]);
  return null;
}
