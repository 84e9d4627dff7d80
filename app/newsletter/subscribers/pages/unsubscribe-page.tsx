import { data, redirect } from 'react-router';
import { findLink, unsubscribe } from '#app/newsletter/subscribers/subscriber-links.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { preferencesPath, unsubscribePath } from '#app/town/newsletter/newsletter-paths.ts';
import { findNewsletterName } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Route } from './+types/unsubscribe-page';
import { TokenPage, tokenOf } from './token-page.tsx';

export { headers, links } from './token-page.tsx';

/** A request of an email program (RFC 8058): it needs no page, no session and no redirect. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    if (request.method !== 'POST' || !(await isOneClick(request.clone()))) return next();
    const { services, now } = context.get(requestContextKey);
    const found = await unsubscribe(services.write, tokenOf(new URL(request.url)), 'one-click', now);
    return new Response(found ? 'You are unsubscribed.\n' : 'This link is incomplete or unknown.\n', {
      status: found ? 200 : 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' },
    });
  },
];

/** Opening the page changes nothing: email scanners open it, too. */
export async function loader(args: Route.LoaderArgs) {
  const { services, town } = writeContext(args);
  const token = tokenOf(args.url);
  const link = await findLink(services.write, token);
  const name = await findNewsletterName(services.write, town);
  const page = { token, name, siteTitle: town.title };
  if (!link) return data({ ...page, subscriber: undefined }, 404);
  const { address, state } = link.subscriber;
  return data({ ...page, subscriber: { address, state, isRevoked: link.isRevoked } });
}

/** The button of the page. The page then says that it is done. */
export async function action(args: Route.ActionArgs) {
  const { services, now } = writeContext(args);
  const token = tokenOf(args.url);
  const found = await unsubscribe(services.write, token, 'link', now);
  return found ? redirect(unsubscribePath(token), 303) : data(null, 404);
}

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  const { subscriber, token, name, siteTitle } = loaderData;
  if (!subscriber)
    return (
      <TokenPage
        title="This link is incomplete"
        siteTitle={siteTitle}
        intro="Nothing has changed. Open the whole link from the email, which is sometimes broken into two lines."
      >
        <p>
          Or <a href="/contact">write to us</a>, and we’ll unsubscribe you.
        </p>
      </TokenPage>
    );
  if (subscriber.state === 'unsubscribed')
    return <Done {...subscriber} token={token} siteTitle={siteTitle} />;
  return (
    <TokenPage
      title={`Unsubscribe from ${name}?`}
      siteTitle={siteTitle}
      intro={`${subscriber.address} won’t get any more issues.`}
    >
      <form method="post" action={unsubscribePath(token)}>
        <p className="actions">
          <button type="submit" className="button button--primary">
            Unsubscribe
          </button>
          {subscriber.isRevoked ? null : <a href={preferencesPath(token)}>Change what you get instead</a>}
        </p>
      </form>
      <p className="small muted mt">
        No password needed. Nothing changes until you press the button, so an email scanner can’t do it for
        you.
      </p>
    </TokenPage>
  );
}

type DoneProps = { address: string | null; isRevoked: boolean; token: string; siteTitle: string };

function Done({ address, isRevoked, token, siteTitle }: DoneProps) {
  return (
    <TokenPage title="You are unsubscribed" siteTitle={siteTitle}>
      <Alert tone="success">
        {address === null
          ? 'You won’t get any more issues, and your address was deleted.'
          : `${address} won’t get any more issues.`}
      </Alert>
      <p>An issue already on its way may still arrive today.</p>
      {address === null || isRevoked ? null : (
        <form method="post" action={preferencesPath(token)} className="actions">
          <button type="submit" name="resubscribe" className="button">
            <Icon name="undo" />
            Undo: resubscribe me
          </button>
          <a href="/articles">Read the latest articles</a>
        </form>
      )}
      {address === null ? null : (
        <p className="small muted mt-lg">
          We keep your address on a do-not-email list and use it for nothing else.{' '}
          <a href="/contact">Ask us</a> to delete it completely.
        </p>
      )}
    </TokenPage>
  );
}

/** In a multipart body, the part may have headers of its own between the field's name and its value. */
const FIELD =
  /(^|[&\s])List-Unsubscribe=One-Click\b|name="?List-Unsubscribe"?[^\r\n]*(\r?\n[^\r\n]+)*\r?\n\r?\nOne-Click\b/i;

/**
 * Whether a POST is a one-click request of an email program (RFC 8058): its body is `List-Unsubscribe=One-Click`, as a
 * form of either kind, or as plain text. Reads the body.
 */
async function isOneClick(request: Request): Promise<boolean> {
  const text = await request.text().catch(() => '');
  return FIELD.test(text);
}
