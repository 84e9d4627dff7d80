import { data, redirect } from 'react-router';
import { confirm, findConfirmation } from '#app/newsletter/subscribers/confirmations.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { preferencesPath } from '#app/town/newsletter/newsletter-paths.ts';
import { findNewsletterName } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { SignUpForm } from '#app/town/newsletter/sign-up-form.tsx';
import type { Route } from './+types/confirm-page';
import { TokenPage, tokenOf } from './token-page.tsx';

export { headers, links } from './token-page.tsx';

/** Opening the page changes nothing: email scanners open it, too. */
export async function loader(args: Route.LoaderArgs) {
  const { services, town, now } = writeContext(args);
  const token = tokenOf(args.url);
  const link = await findConfirmation(services.write, token, now);
  const name = await findNewsletterName(services.write, town);
  const sentOn = link.kind === 'dead' && link.sentAt ? formatDate(link.sentAt, town) : undefined;
  const page = { link, token, name, sentOn, siteTitle: town.title };
  return link.kind === 'dead' ? data(page, 404) : data(page);
}

export async function action(args: Route.ActionArgs) {
  const { services, now } = writeContext(args);
  const outcome = await confirm(services.write, tokenOf(args.url), now);
  if (outcome.kind === 'confirmed') return redirect(`${preferencesPath(outcome.token)}&confirmed`, 303);
  return data(null, outcome.kind === 'done' ? 200 : 404);
}

export default function Confirm({ loaderData }: Route.ComponentProps) {
  const { link, token, name, siteTitle } = loaderData;
  if (link.kind === 'dead') return <DeadLink {...loaderData} />;
  if (link.kind === 'done')
    return (
      <TokenPage title="You’re in" siteTitle={siteTitle}>
        <Alert tone="success">
          {link.address} gets {name}.
        </Alert>
        <p>Every email has a link to change what you get, and one to unsubscribe.</p>
      </TokenPage>
    );
  return (
    <TokenPage
      title={link.isChange ? 'Use this address from now on?' : 'One click and you’re in'}
      siteTitle={siteTitle}
      intro={
        link.isChange
          ? `${name} will go to ${link.address}. If you asked for that, please confirm.`
          : `Someone asked us to send ${link.isUrgentOnly ? 'urgent notices' : name} to ${link.address}. If that was you, please confirm.`
      }
    >
      <form method="post" action={`/newsletter/confirm?token=${token}`}>
        <p className="actions">
          <button type="submit" className="button button--primary">
            {link.isChange ? 'Yes, use this address' : 'Yes, sign me up'}
          </button>
        </p>
      </form>
      <p className="mt">
        {link.isChange
          ? 'Not you? Close this page. Nothing changes.'
          : `Not you? Close this page. We won’t send you ${link.isUrgentOnly ? 'anything' : 'the newsletter'}.`}
      </p>
      <p className="small muted mt">
        You must be at least 13. <a href="/privacyPolicy">Privacy Policy</a>
      </p>
    </TokenPage>
  );
}

type Facts = Route.ComponentProps['loaderData'];

function DeadLink({ name, sentOn, siteTitle }: Facts) {
  return (
    <TokenPage title="This link has expired" siteTitle={siteTitle}>
      <Alert tone="danger">
        {sentOn
          ? `Confirmation links work for seven days. This one is from ${sentOn}.`
          : 'Confirmation links work once, for seven days. This one has been used, has expired or is incomplete.'}
      </Alert>
      <p>Request a new one. It takes a minute.</p>
      <div className="mt">
        <SignUpForm name={name} />
      </div>
    </TokenPage>
  );
}
