import { countFindings, findLastCheck } from '#app/items/accessibility/finding-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { findingKinds } from '#app/platform/accessibility/finding-kinds.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { formatDate, formatTime, machineTimeOf } from '#app/platform/time/town-time.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { languageOfFormats } from '#app/platform/ui/text-language.ts';
import { townAndStateOf } from '#app/town/town-names.ts';
import type { Route } from './+types/accessibility-statement';

export const handle: RouteHandle = { page: AccessibilityStatement };

export default AccessibilityStatement;

/** `/accessibility`: how well the site works for readers with a disability, from what was found. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, collections } = readContext(args);
  const check = await findLastCheck(read, Object.keys(collections));
  const number = new Intl.NumberFormat(town.locale);
  const counts = await countFindings(read);
  return {
    place: townAndStateOf(town),
    email: town.contactEmail,
    lang: languageOfFormats(town.locale),
    check: check && {
      at: machineTimeOf(check.checkedAt, town.timeZone),
      text: `${formatDate(check.checkedAt, town)}, ${formatTime(check.checkedAt, town)}`,
      what: `${countOf(check.items, 'article, event or other page', 'articles, events and other pages', number)} and ${countOf(check.documents, 'document', 'documents', number)}`,
    },
    gaps: counts.map(({ code, count }) => {
      const [one, several] = findingKinds[code].gap;
      return countOf(count, one, several, number);
    }),
  };
}

function countOf(count: number, one: string, several: string, number: Intl.NumberFormat): string {
  return count === 1 ? `1 ${one}` : `${number.format(count)} ${several}`;
}

const STANDARD =
  'Web Content Accessibility Guidelines (WCAG) 2.2, level AA, which includes WCAG 2.1, level AA';

function AccessibilityStatement({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { place, email, check, gaps, lang } = loaderData;
  const lead = `This site is for everyone in ${place}. Here is how well that works today.`;
  const status = !check
    ? 'Not checked yet'
    : gaps.length === 0
      ? 'No gaps that a program can find'
      : 'Partly met, with the gaps below';
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <PageHead title="Accessibility" description={lead} path="/accessibility" />
      <article className="reading">
        <header className="page-head">
          <h1>Accessibility</h1>
          <p>{lead}</p>
        </header>
        <dl className="facts panel mb">
          <dt>Standard</dt>
          <dd>{STANDARD}</dd>
          <dt>Status</dt>
          <dd>{status}</dd>
          {check ? (
            <>
              <dt>Last check</dt>
              <dd>
                <time dateTime={check.at} lang={lang}>
                  {check.text}
                </time>
                : {check.what}
              </dd>
            </>
          ) : null}
          <dt>Checked by</dt>
          <dd>A program: each text when it is saved, and everything every night</dd>
        </dl>
        <div className="prose">
          <h2>What doesn’t work yet</h2>
          {gaps.length === 0 ? (
            <p>{check ? 'The program found no gaps in texts and documents.' : 'Nothing is known yet.'}</p>
          ) : (
            <ul>
              {gaps.map((gap) => (
                <li key={gap}>{`${gap}.`}</li>
              ))}
            </ul>
          )}
          <p>
            A program can’t find everything: whether a description is right, or a text is easy to understand,
            only people can say. Items from other sources may have gaps that we can’t fix. We link to the
            original.
          </p>
          <h2>Tell us</h2>
          <p>
            If something keeps you out, say so, and tell us the address of the page. You can have the content
            in another form, such as large print or plain text.
          </p>
          <h2>Archived content</h2>
          <p>
            Pages and items that say “Archived” are kept for reference. They are no longer changed, they are
            not counted above, and search leaves them out unless you ask for them. If you need one in another
            form, tell us.
          </p>
        </div>
        {email ? (
          <p className="actions">
            <a className="button button--primary" href={`mailto:${email}`}>
              <Icon name="mail" />
              {email}
            </a>
          </p>
        ) : (
          <p>
            <a href="/contact">How to reach us</a>
          </p>
        )}
        <p className="source mt">The software writes this page from what it finds.</p>
      </article>
    </main>
  );
}
