import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { instantOfTownTime, machineTimeOf, townDayOf } from '#app/platform/time/town-time.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import newsletterStyles from '#app/platform/ui/styles/newsletter.css?url';
import { listSourceNames } from '#app/sources/checks/read-sources.server.ts';
import { SignUpForm } from '#app/town/newsletter/sign-up-form.tsx';
import { currentNotices } from '#app/town/notices/current-notices.ts';
import { kindWords, type Notice, noticeKinds } from '#app/town/notices/notice.ts';
import { findFirstStart, listPast, listUnended, pastOrder } from '#app/town/notices/notice-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { KindBadge } from '../kind-badge.tsx';
import { formatMoment } from '../notice-times.ts';
import type { Route } from './+types/notice-archive';

export const handle: RouteHandle = { page: NoticeArchive };

export default NoticeArchive;

const ROWS = 25;

/** `/notices`: what is up now, and what was, year by year. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, keepUntil } = readContext(args);
  const unended = await listUnended(read, now);
  const { current, until } = currentNotices(unended, now);
  keepUntil(until);
  const years = listYears(await findFirstStart(read), now, town);
  const asked = Number(args.url.searchParams.get('year'));
  const year = years.find((one) => one === asked) ?? years[0] ?? 0;
  const span = { now, from: startOf(year, town), to: startOf(year + 1, town) };
  const { items, pager } = await loadListPage(
    args.url,
    pastOrder,
    (request) => listPast(read, span, request),
    undefined,
    ROWS,
  );
  const sources = [...current, ...items].flatMap(({ source }) => source ?? []);
  const names = new Map((await listSourceNames(read, sources)).map(({ id, name }) => [id, name]));
  const rowOf = (notice: Notice) => toRow(notice, names.get(notice.source ?? '') ?? null, town, now);
  return {
    current: current.map(rowOf),
    past: items.map(rowOf),
    years,
    year,
    pager,
  };
}

function startOf(year: number, { timeZone }: Town): number {
  return instantOfTownTime(`${String(year).padStart(4, '0')}-01-01T00:00`, timeZone) ?? 0;
}

/** From this year back to that of the first notice. */
function listYears(first: number | undefined, now: number, { timeZone }: Town): number[] {
  const yearOf = (instant: number) => Number(townDayOf(instant, timeZone).slice(0, 4));
  const last = yearOf(now);
  return Array.from({ length: last - yearOf(Math.min(first ?? now, now)) + 1 }, (_, back) => last - back);
}

type Moment = { at: string; text: string };
type Row = Pick<Notice, 'id' | 'text' | 'kind' | 'link'> & {
  /** The name of the source that it comes from. */
  source: string | null;
  from: Moment;
  to: Moment;
  isEarly: boolean;
};

function toRow(
  { id, text, kind, link, startsAt, endsAt, plannedEnd }: Notice,
  source: string | null,
  town: Town,
  now: number,
): Row {
  const moment = (instant: number) => ({
    at: machineTimeOf(instant, town.timeZone),
    text: formatMoment(instant, town, now),
  });
  return {
    id,
    text,
    kind,
    link,
    source,
    from: moment(startsAt),
    to: moment(endsAt),
    isEarly: plannedEnd !== null,
  };
}

function NoticeArchive({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { current, past, years, year, pager } = loaderData;
  const lead = 'What you need to know now, and what you needed to know before.';
  const { isReadOnly } = useSite();
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <link rel="stylesheet" href={newsletterStyles} />
      <PageHead title="Notices" description={lead} path="/notices" />
      <div className="reading">
        <header className="page-head">
          <h1>Notices</h1>
          <p>{lead}</p>
        </header>
        <section aria-labelledby="current">
          <h2 id="current">Current</h2>
          {current.length === 0 ? (
            <p>There is no notice at the moment.</p>
          ) : (
            <Rows rows={current} isCurrent />
          )}
        </section>
        <section className="mt-lg" aria-labelledby="past">
          <div className="cluster between">
            <h2 id="past">Past</h2>
            {years.length > 1 ? <Years years={years} year={year} /> : null}
          </div>
          {past.length === 0 ? <p>None in {year}.</p> : <Rows rows={past} />}
          <Pager {...pager} />
        </section>
        <aside className="aside mt-lg" aria-label="About notices">
          <section>
            <h2>What the words mean</h2>
            <dl className="small">
              {noticeKinds.map((kind) => (
                <div className="mt" key={kind}>
                  <dt>
                    <KindBadge kind={kind} />
                  </dt>
                  <dd>{kindWords[kind].meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section>
            <h2>Follow along</h2>
            <p>
              Every notice is in the <a href="/feeds/notices.rss">feed</a>, with the time it ends.
              {isReadOnly ? null : (
                <>
                  {' '}
                  Urgent ones also come by email, with the <a href="/newsletter">newsletter</a> or alone.
                </>
              )}
            </p>
            {isReadOnly ? null : (
              <div className="mt">
                <SignUpForm name="" only="urgent" />
                <p className="small muted mt">
                  We’ll email you first to confirm that the address is yours. Every email has an unsubscribe
                  link. <a href="/privacyPolicy">Privacy Policy</a>
                </p>
              </div>
            )}
          </section>
        </aside>
      </div>
    </main>
  );
}

function Years({ years, year }: { years: number[]; year: number }) {
  return (
    <nav aria-label="Years">
      <span className="segmented">
        {years.map((one) => (
          <a key={one} href={`/notices?year=${one}`} aria-current={one === year ? 'page' : undefined}>
            {one}
          </a>
        ))}
      </span>
    </nav>
  );
}

function Rows({ rows, isCurrent = false }: { rows: Row[]; isCurrent?: boolean }) {
  return (
    <ol className="issues">
      {rows.map(({ id, kind, text, link, source, from, to, isEarly }) => (
        <li key={id}>
          <p>
            <KindBadge kind={kind} />
          </p>
          <div>
            <h3>{text}</h3>
            {source ? (
              <p>Source: {link ? <ExternalLink href={link}>{source}</ExternalLink> : source}</p>
            ) : link ? (
              <p>
                <ExternalLink href={link}>Read more</ExternalLink>
              </p>
            ) : null}
            <p className="small">
              From <time dateTime={from.at}>{from.text}</time>
              {isCurrent ? ' until ' : ' to '}
              <time dateTime={to.at}>{to.text}</time>
              {isEarly ? ', ended early' : null}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
