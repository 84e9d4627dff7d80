import { Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { MailCapNotice, NoMailNotice } from '#app/desk/hub/mail-notice.tsx';
import { findMailFolder } from '#app/desk/hub/mail-way.server.ts';
import { inMenuOrder } from '#app/desk/hub/menu-order.ts';
import { loadMeetingDues } from '#app/events/pages/load-meeting-dues.server.ts';
import { MeetingDuesPanel } from '#app/events/pages/meeting-dues-panel.tsx';
import { capitalize } from '#app/items/collection/capitalize.ts';
import type { Collection, Publication } from '#app/items/collection/collection.ts';
import type { CurrentItems, FacetContext } from '#app/items/collection/facets.ts';
import { countSampleItems } from '#app/items/sample-town/sample-town-store.server.ts';
import { BackupAssurance, BackupNotice } from '#app/moving/backup/pages/backup-notice.tsx';
import { findBackupWorries } from '#app/moving/backup/pages/backup-worries.server.ts';
import { DuePanel } from '#app/pages/pages/due-panel.tsx';
import { loadDuePanel } from '#app/pages/pages/load-due-panel.server.ts';
import { findPasskeyOffer } from '#app/people/accounts/own-passkeys.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { countItems } from '#app/platform/database/lists/counted-list.server.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { formatLongDate } from '#app/platform/time/town-time.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { findEmailHint } from '#app/site/notices/email-hint.server.ts';
import { listEndChoices } from '#app/site/notices/notice-times.ts';
import { NoticeBox } from '#app/site/notices/pages/notice-box.tsx';
import { findInboxNews } from '#app/sources/inbox/inbox-news.server.ts';
import { ResultOfForm } from '#app/sources/inbox/pages/inbox-result.tsx';
import { hasHappened } from '#app/town/activity/audit-log.server.ts';
import { listMissingNames } from '#app/town/town-names.ts';
import type { Route } from './+types/overview';
import { findFirstSteps } from './first-steps.server.ts';
import { FirstSteps } from './first-steps.tsx';
import { FrozenHub } from './frozen-hub.tsx';
import { ImportNotice } from './import-notice.tsx';
import { loadUnpublishedItems } from './load-desk.server.ts';
import {
  findImportNews,
  loadInboxPanel,
  loadNewsletterPanel,
  loadSourcesPanel,
} from './load-panels.server.ts';
import { findNewsletterWorries } from './newsletter-worries.server.ts';
import { InboxPanel, NewsletterNotice, NewsletterPanel, SourcesPanel, UnpublishedPanel } from './panels.tsx';

/** The hub links to the collections (spec section 2), and to what is not public yet. */
export async function loader(args: Route.LoaderArgs) {
  const requestContext = writeContext(args);
  const { read, town, now, viewer, services, collections } = requestContext;
  if (viewer.kind === 'contributor') throw redirect('/admin/drafts');
  const isAdmin = viewer.kind === 'admin';
  const number = new Intl.NumberFormat(town.locale);
  const failed = args.url.searchParams.getAll('failed');
  const { cards, desk, inbox, sources, newsletter, checks, dues } = await inSnapshot(read, async (db) => ({
    cards: await Promise.all(
      inMenuOrder(collections).map((noun) => loadCard(noun, { ...requestContext, read: db }, number)),
    ),
    desk: await loadUnpublishedItems(collections, { ...requestContext, read: db }),
    inbox: await loadInboxPanel(requestContext, db, failed),
    sources: await loadSourcesPanel(db, town, now),
    newsletter: await loadNewsletterPanel(db, town, now),
    checks: await loadDuePanel(db, town, now),
    dues: await loadMeetingDues(db, town, now),
  }));
  const items = cards.reduce((sum, card) => sum + card.items, 0);
  return {
    cards,
    desk,
    inbox,
    sources,
    newsletter,
    checks,
    dues,
    news: await findInboxNews(args, inbox.count),
    written: inMenuOrder(collections)
      .filter(({ name }) => name !== 'businesses')
      .map(({ name, singular }) => ({ name, label: capitalize(singular) })),
    firstSteps: isAdmin ? await findFirstSteps(read, town, collections) : null,
    today: formatLongDate(now, town),
    mailFolder: isAdmin ? findMailFolder(args) : null,
    asksForPasskey: isAdmin && (await findPasskeyOffer(services.auth, viewer.userId)) !== undefined,
    noticeBox: {
      ends: listEndChoices(now, town),
      current: args.context.get(requestContextKey).notices.length,
      emailHint: await findEmailHint(read, services.settings, town),
    },
    moveIn: isAdmin ? await findImportNews(read, now) : null,
    isNew:
      isAdmin &&
      desk.drafts.length + desk.scheduled.length === 0 &&
      (items === 0 || items === (await countSampleItems(read, collections))),
    newsletterWorries: await findNewsletterWorries(read, town, now),
    // Backups, settings and emails are the administrator's.
    worries: isAdmin ? await findBackupWorries(read, town, services.settings, now) : null,
    missingNames: isAdmin ? listMissingNames(town, services.settings.production) : [],
    mailsCapped: isAdmin && (await hasHappened(read, 'emails-capped', now - DAY_MS)),
    undoFreeze: town.frozenAt === undefined ? null : commandLine('freeze --undo'),
  };
}

type Card = { name: string; heading: string; items: number; count: string; more: CurrentItems[] };

async function loadCard(
  { name, heading, source, store: { unpublished }, facets: { adminList } }: Collection,
  context: FacetContext,
  number: Intl.NumberFormat,
): Promise<Card> {
  const { draft = 0, scheduled = 0 } = (await unpublished?.count(context.read)) ?? {};
  const list = (publication: Publication) => `/admin/${name}?publication=${publication}`;
  const more = [
    await adminList.findCurrent?.(context),
    draft > 0 && {
      text: `${number.format(draft)} ${draft === 1 ? 'draft' : 'drafts'}`,
      href: list('draft'),
    },
    scheduled > 0 && { text: `${number.format(scheduled)} scheduled`, href: list('scheduled') },
  ].filter((line) => line instanceof Object);
  const items = await countItems(context.read, source.table);
  return { name, heading, items, count: number.format(items), more };
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { cards, desk, inbox, today, mailFolder, worries, missingNames, mailsCapped, asksForPasskey } =
    loaderData;
  if (loaderData.undoFreeze !== null) return <FrozenHub undo={loaderData.undoFreeze} {...loaderData} />;
  return (
    <AdminPage
      heading="Admin"
      about={today}
      status={
        <p className="cluster mt">
          <span>Write:</span>
          {loaderData.written.map(({ name, label }) => (
            <Link className="button button--small" to={`/admin/${name}/add`} key={name}>
              {label}
            </Link>
          ))}
        </p>
      }
    >
      <FirstSteps done={loaderData.firstSteps} />
      {loaderData.firstSteps ? null : <NamesNotice missing={missingNames} />}
      <PasskeyNotice isDue={asksForPasskey} />
      <NoMailNotice isDue={mailFolder !== null} />
      {mailsCapped ? <MailCapNotice /> : null}
      {worries ? <BackupNotice worries={worries} /> : null}
      <NewsletterNotice worries={loaderData.newsletterWorries} />
      <ImportNotice news={loaderData.moveIn} isNew={loaderData.isNew} />
      <NoticeBox {...loaderData.noticeBox} />
      <div className="desk overview">
        <div className="stack-lg">
          <MeetingDuesPanel dues={loaderData.dues} />
          <InboxPanel {...inbox} />
          <UnpublishedPanel id="scheduled" heading="Scheduled" entries={desk.scheduled} />
          <UnpublishedPanel id="drafts" heading="Drafts" entries={desk.drafts} />
        </div>
        <div className="side">
          <NewsletterPanel newsletter={loaderData.newsletter} />
          <DuePanel {...loaderData.checks} />
          <SourcesPanel {...loaderData.sources} />
        </div>
      </div>
      <Figures cards={cards} />
      {worries ? <BackupAssurance worries={worries} /> : null}
      <p className="cluster">
        {worries ? (
          <Link className="button" to="/admin/settings">
            Settings
          </Link>
        ) : null}
        <a className="button" href="/articles">
          View the site
        </a>
        <Link className="button" to="/admin/another-day">
          View another day
        </Link>
      </p>
      <ResultOfForm news={loaderData.news} back="/admin" />
    </AdminPage>
  );
}

/** How many items there are of each kind, in one line. */
function Figures({ cards }: { cards: Card[] }) {
  return (
    <ul className="figures" aria-label="Items on the site">
      {cards.map(({ name, heading, count, more }) => (
        <li data-section={name} key={name}>
          <Link to={`/admin/${name}`}>{heading}</Link> <strong>{count}</strong>
          {more.map(({ text, href }) => (
            <span key={href}>
              {', '}
              <Link className="muted" to={href} reloadDocument={!href.startsWith('/admin/')}>
                {text}
              </Link>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Reminds of missing facts about the town. `missing` is text: 'title', 'contact address'. */
function NamesNotice({ missing }: { missing: string[] }) {
  if (missing.length === 0) return null;
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>
        {`You have not set the site’s ${new Intl.ListFormat('en-US').format(missing)} yet. `}
        <Link to="/admin/settings">Set {missing.length === 1 ? 'it' : 'them'} in Settings</Link>
      </p>
    </div>
  );
}

/** Asks the administrator to add a passkey, until they have one or decline. */
function PasskeyNotice({ isDue }: { isDue: boolean }) {
  if (!isDue) return null;
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <div>
        <p>Protect your account with a passkey. No one can guess it, and a fake site can’t steal it.</p>
        <div className="cluster mt">
          <a className="button button--small" href="/account/passkeys/offer?next=%2Fadmin">
            Add a passkey
          </a>
          <form method="post" action="/account/passkeys/offer?next=%2Fadmin">
            <input type="hidden" name="answer" value="never" />
            <button type="submit" className="button button--small">
              Not now
            </button>
          </form>
        </div>
      </div>
    </div>
  );
}
