import { data, redirect } from 'react-router';
import { requestAddressChange } from '#app/newsletter/subscribers/request-subscription.server.ts';
import { scheduleWordsOf } from '#app/newsletter/subscribers/schedule-words.ts';
import type { Preferences, Subscriber } from '#app/newsletter/subscribers/subscriber.ts';
import { findLink, renewLinks, resubscribe } from '#app/newsletter/subscribers/subscriber-links.server.ts';
import { savePreferences } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { findRetry } from '#app/people/pages/login/too-many-attempts.ts';
import { storedMailNote } from '#app/people/pages/stored-mail.ts';
import { writeContext } from '#app/people/request/context.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden, several, type ValuesOf } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { preferencesPath, unsubscribePath } from '#app/town/newsletter/newsletter-paths.ts';
import { newsletterNameOf, topics } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { SignUpForm } from '#app/town/newsletter/sign-up-form.tsx';
import type { Route } from './+types/preferences-page';
import { PreferencesForm } from './preferences-form.tsx';
import { TokenPage, tokenOf } from './token-page.tsx';

export { headers, links } from './token-page.tsx';

/** One page for everything that a subscriber can choose, without logging in. It opens only with a link that is not revoked. */
export async function loader(args: Route.LoaderArgs) {
  const { services, town } = writeContext(args);
  const token = tokenOf(args.url);
  const link = await findLink(services.write, token);
  const plan = await findNewsletterPlan(services.write);
  const page = {
    token,
    name: newsletterNameOf(plan, town),
    schedule: scheduleWordsOf(plan, town.locale),
    siteTitle: town.title,
    isUnsent: args.url.searchParams.has('mailed') && storedMailNote(services.settings) !== '',
    note: noteOf(args.url.searchParams, storedMailNote(services.settings)),
  };
  const open = link && !link.isRevoked ? detailsOf(link.subscriber) : undefined;
  if (open) return data({ ...page, subscriber: open, isRevoked: false });
  return data({ ...page, subscriber: undefined, isRevoked: link !== undefined }, 404);
}

/** Undefined for one whose address was erased. */
function detailsOf({ address, state, frequency, topics: chosen, userId }: Subscriber) {
  return address === null
    ? undefined
    : { address, state, frequency, topics: chosen, isMember: userId !== null };
}

/** What was done, as a message. */
function noteOf(query: URLSearchParams, mailNote: string): string | undefined {
  if (query.has('confirmed')) return `${messages.saved} You’re subscribed.`;
  if (query.has('resubscribed')) return `${messages.saved} You’re subscribed again.`;
  if (query.has('renewed'))
    return `${messages.saved} Links in earlier emails no longer open this page. They still unsubscribe you.`;
  if (query.has('mailed') && mailNote)
    return `Your new address can’t be confirmed yet. ${mailNote} Your other choices are saved.`;
  if (query.has('mailed'))
    return `${messages.saved} We emailed your new address. Press the button in that email to use it.`;
  return query.has('saved') ? messages.saved : undefined;
}

export async function action(args: Route.ActionArgs) {
  const requestContext = writeContext(args);
  const { services, now } = requestContext;
  const token = tokenOf(args.url);
  const link = await findLink(services.write, token);
  if (!link || link.isRevoked || link.subscriber.address === null) return data(null, 404);
  const { values, names } = await readForm(args.request, preferencesForm);
  const { id } = link.subscriber;
  if (names.includes('renew')) return back(await renewLinks(services.write, id, now), 'renewed');
  if (names.includes('resubscribe')) {
    await resubscribe(services.write, token, now);
    return back(token, 'resubscribed');
  }
  const typed = readPreferences(values);
  if (typed.topics.length === 0)
    return failedForm(400, typed, { problems: { topics: 'Choose at least one' } });
  await savePreferences(services.write, id, typed);
  if (parseEmailAddress(typed.email) === link.subscriber.address) return back(token, 'saved');
  const outcome = await requestAddressChange(requestContext, id, typed.email, callerOf(args));
  if (outcome.kind === 'sent') return back(token, 'mailed');
  if (outcome.kind === 'refused') return failedForm(400, typed, { problems: { email: outcome.problem } });
  const { text, init } = await findRetry(args, outcome);
  return failedForm(init, typed, { problems: { email: `${text} Your other choices are saved.` } });
}

function back(token: string, done: string) {
  return redirect(`${preferencesPath(token)}&${done}`, 303);
}

const preferencesForm = [hidden('frequency', 'email', 'renew', 'resubscribe'), several('topics')];

function readPreferences(typed: ValuesOf<typeof preferencesForm>): Preferences & { email: string } {
  return {
    frequency: typed.frequency === 'daily' ? 'daily' : 'weekly',
    topics: topics.filter((topic) => typed.topics.includes(topic)),
    email: typed.email,
  };
}

export default function PreferencesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { subscriber, token, name, schedule, siteTitle, note, isUnsent } = loaderData;
  if (!subscriber) return <ClosedPreferences {...loaderData} />;
  if (subscriber.state === 'bounced')
    return (
      <TokenPage
        title="Emails to you came back"
        siteTitle={siteTitle}
        intro={`Your mail server refused ${name} for ${subscriber.address}, so we stopped sending it.`}
      >
        <p className="mb">Does the address work again, or do you have a new one? Confirm it once more.</p>
        <SignUpForm name={name} email={subscriber.address} />
      </TokenPage>
    );
  if (subscriber.state !== 'active')
    return (
      <TokenPage
        title="You are unsubscribed"
        siteTitle={siteTitle}
        intro={`${subscriber.address} doesn’t get ${name}.`}
      >
        <form method="post" action={preferencesPath(token)} className="actions">
          <button type="submit" name="resubscribe" className="button button--primary">
            Resubscribe me
          </button>
        </form>
      </TokenPage>
    );
  return (
    <TokenPage
      title="Email preferences"
      siteTitle={siteTitle}
      intro={`For ${subscriber.address}. This page is private: it opens only from the link in your email.`}
    >
      {note && !actionData ? <Alert tone={isUnsent ? 'warning' : 'success'}>{note}</Alert> : null}
      <PreferencesForm
        token={token}
        name={name}
        schedule={schedule}
        isMember={subscriber.isMember}
        values={actionData?.values ?? { ...subscriber, email: subscriber.address }}
        problems={actionData?.problems}
      />
      <p className="mt">
        <a href={unsubscribePath(token)}>Unsubscribe from everything</a>
      </p>
      <OldLinks token={token} />
    </TokenPage>
  );
}

function OldLinks({ token }: { token: string }) {
  return (
    <section className="panel mt-lg" aria-labelledby="old-links">
      <h2 id="old-links">Old links</h2>
      <p className="mb">
        Did you forward an email? Anyone who has one of your emails can open this page. You can make the links
        in all earlier emails stop working; they will still unsubscribe you.
      </p>
      <form method="post" action={preferencesPath(token)}>
        <button type="submit" name="renew" className="button">
          Make old links stop working
        </button>
      </form>
    </section>
  );
}

type ClosedPreferencesProps = { token: string; name: string; siteTitle: string; isRevoked: boolean };

/** For a link that was revoked or cut off, or whose address was deleted. */
function ClosedPreferences({ token, name, siteTitle, isRevoked }: ClosedPreferencesProps) {
  return (
    <TokenPage
      title="This link no longer works"
      siteTitle={siteTitle}
      intro={
        isRevoked
          ? 'It was replaced by a newer one. Use the link in your newest email.'
          : 'It is incomplete, or it belongs to an address that was deleted.'
      }
    >
      {isRevoked ? (
        <p>
          It can still <a href={unsubscribePath(token)}>unsubscribe you</a>.
        </p>
      ) : null}
      <p className="mb">Enter your address, and we’ll email you a new link.</p>
      <SignUpForm name={name} />
    </TokenPage>
  );
}
