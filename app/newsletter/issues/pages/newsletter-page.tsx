import { CheckYourEmail } from '#app/newsletter/subscribers/pages/check-your-email.tsx';
import { signUp } from '#app/newsletter/subscribers/pages/sign-up.server.ts';
import { scheduleWordsOf } from '#app/newsletter/subscribers/schedule-words.ts';
import { readContext } from '#app/people/request/context.ts';
import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import formStyles from '#app/platform/ui/styles/forms.css?url';
import { newsletterNameOf } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { SignUpForm } from '#app/town/newsletter/sign-up-form.tsx';
import type { Route } from './+types/newsletter-page';
import { loadPastIssues } from './load-past-issues.server.ts';
import { PastIssues } from './past-issues.tsx';

export const handle: RouteHandle = { page: NewsletterPage };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** What the newsletter is, the form that subscribes, and its past issues. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const plan = await findNewsletterPlan(read);
  return {
    name: newsletterNameOf(plan, town),
    place: town.town,
    siteTitle: town.title,
    schedule: scheduleWordsOf(plan, town.locale),
    past: await loadPastIssues(read, new URL(args.url), { town, now }),
  };
}

export function action(args: Route.ActionArgs) {
  return signUp(args);
}

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData && 'address' in actionData)
    return <CheckYourEmail {...actionData} siteTitle={loaderData.siteTitle} />;
  return <NewsletterPage loaderData={loaderData} failed={actionData} />;
}

type Facts = Route.ComponentProps['loaderData'];
type Failed = FailedForm<{ email: string; only: string }> | undefined;

function SignUpPanel({ name, failed }: { name: string; failed: Failed }) {
  const { isReadOnly, isFrozen } = useSite();
  if (isFrozen) return <p className="mb">The newsletter has ended, because the site is frozen.</p>;
  if (isReadOnly) return null;
  return (
    <section className="panel mb">
      <h2>Get it by email</h2>
      <SignUpForm
        name={name}
        email={failed?.values.email}
        problem={failed?.problems.email}
        only={failed?.values.only === 'urgent' ? 'urgent' : undefined}
      />
      <p className="small muted mt">
        We’ll email you first to confirm that the address is yours. Urgent notices come with it, a few a year,
        unless you turn them off. Every issue has an unsubscribe link, and you need no password. We don’t
        track what you open. <a href="/privacyPolicy">Privacy Policy</a>
      </p>
    </section>
  );
}

function NewsletterPage({ loaderData, failed }: { loaderData: Facts; failed?: Failed }) {
  const { name, place, schedule, past } = loaderData;
  const { page } = past.pager;
  const { isFrozen } = useSite();
  const lead = `What happened in ${place} and what’s next, by email.`;
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      {failed ? <link rel="stylesheet" href={formStyles} /> : null}
      <PageHead
        title={page > 1 ? `${name}, page ${page}` : name}
        description={lead}
        path={page > 1 ? `/newsletter?page=${page}` : '/newsletter'}
      />
      <div className="narrow">
        <header className="page-head">
          <h1>{name}</h1>
          <p>
            {lead}{' '}
            {isFrozen ? null : [schedule.weekly, schedule.daily].filter(Boolean).map((when) => `${when}. `)}
          </p>
        </header>
        <SignUpPanel name={name} failed={failed} />
        <PastIssues {...past} />
      </div>
    </main>
  );
}
