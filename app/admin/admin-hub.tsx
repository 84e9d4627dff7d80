import { Link } from 'react-router';
import { hasHappened } from '#app/audit/audit-log.server.ts';
import { capitalize } from '#app/collection/capitalize.ts';
import type { Collection, Publication } from '#app/collection/collection.ts';
import type { CurrentItems, FacetContext } from '#app/collection/facets.ts';
import { commandLine } from '#app/command-line/command-line.ts';
import { writeVisit } from '#app/context.ts';
import { countItems } from '#app/database/counted-list.server.ts';
import { inSnapshot } from '#app/database/in-snapshot.ts';
import { listFailing } from '#app/sources/read-sources.server.ts';
import { formatLongDate } from '#app/time/town-time.ts';
import { listMissingNames } from '#app/town/town-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';
import type { Route } from './+types/admin-hub';
import { BackupAssurance, BackupNotice } from './backup-notice.tsx';
import { findBackupWorries } from './backup-worries.server.ts';
import { DeskPanel } from './desk-panel.tsx';
import { findFirstSteps } from './first-steps.server.ts';
import { FirstSteps } from './first-steps.tsx';
import { FrozenHub } from './frozen-hub.tsx';
import { InboxPanel } from './inbox-panel.tsx';
import { loadDesk } from './load-desk.server.ts';
import { loadInboxPanel } from './load-inbox-panel.server.ts';
import { MailCapNotice, NoMailNotice } from './mail-notice.tsx';
import { findMailFolder } from './mail-way.server.ts';
import { inMenuOrder } from './menu-order.ts';
import { findMoveInNews } from './move-in-news.server.ts';
import { MoveInNotice } from './move-in-notice.tsx';
import { NewsletterNotice } from './newsletter-notice.tsx';
import { findNewsletterWorries } from './newsletter-worries.server.ts';
import { countSampleItems } from './sample-town-store.server.ts';
import { SourceNotice } from './source-notice.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The hub links to the collections (spec section 2), and to what is not public yet. */
export async function loader(args: Route.LoaderArgs) {
  const visit = writeVisit(args);
  const { read, town, now, viewer, services, collections } = visit;
  const number = new Intl.NumberFormat(town.locale);
  const { cards, desk, inbox } = await inSnapshot(read, async (db) => ({
    cards: await Promise.all(
      inMenuOrder(collections).map((noun) => loadCard(noun, { ...visit, read: db }, number)),
    ),
    desk: await loadDesk(collections, { ...visit, read: db }),
    inbox: await loadInboxPanel(visit, db),
  }));
  const items = cards.reduce((sum, card) => sum + card.items, 0);
  return {
    cards,
    desk,
    inbox,
    written: inMenuOrder(collections)
      .filter(({ name }) => name !== 'businesses')
      .map(({ name, singular }) => ({ name, label: capitalize(singular) })),
    firstSteps: await findFirstSteps(read, town, collections),
    today: formatLongDate(now, town),
    mailFolder: findMailFolder(args),
    asksForPasskey:
      viewer.kind === 'admin' && (await services.auth.passkeys.findOffer(viewer.userId)) !== undefined,
    moveIn: await findMoveInNews(read, now),
    isNew:
      desk.drafts.length + desk.scheduled.length === 0 &&
      (items === 0 || items === (await countSampleItems(read, collections))),
    newsletter: await findNewsletterWorries(read, town, now),
    failingSources: await listFailing(read),
    worries: await findBackupWorries(read, town, services.settings, now),
    missingNames: listMissingNames(town, services.settings.production),
    mailsCapped: await hasHappened(read, 'emails-capped', now - DAY_MS),
    undoFreeze: town.frozenAt === undefined ? null : commandLine('freeze --undo'),
    siteTitle: town.title,
  };
}

type Card = { name: string; heading: string; items: number; count: string; more: CurrentItems[] };

async function loadCard(
  { name, heading, source, unpublished, adminList }: Collection,
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

export default function AdminHub({ loaderData }: Route.ComponentProps) {
  const {
    cards,
    desk,
    inbox,
    today,
    mailFolder,
    worries,
    missingNames,
    mailsCapped,
    asksForPasskey,
    siteTitle,
  } = loaderData;
  if (loaderData.undoFreeze !== null) return <FrozenHub undo={loaderData.undoFreeze} {...loaderData} />;
  return (
    <div className="stack-lg">
      <UnlistedHead title={`Admin | ${siteTitle}`} />
      <header>
        <h1>Admin</h1>
        <p className="muted">{today}</p>
        <p className="cluster mt">
          <span>Write:</span>
          {loaderData.written.map(({ name, label }) => (
            <Link className="button button--small" to={`/admin/${name}/add`} key={name}>
              {label}
            </Link>
          ))}
        </p>
      </header>
      <FirstSteps done={loaderData.firstSteps} />
      <NamesNotice missing={missingNames} />
      <PasskeyNotice isDue={asksForPasskey} />
      <NoMailNotice isDue={mailFolder !== null} />
      {mailsCapped ? <MailCapNotice /> : null}
      <BackupNotice worries={worries} />
      <NewsletterNotice worries={loaderData.newsletter} />
      <SourceNotice failing={loaderData.failingSources} />
      <ul className="grid tight">
        {cards.map(({ name, heading, count, more }) => (
          <li className="panel card card--bar" data-section={name} key={name}>
            <h2>
              <Link className="plain" to={`/admin/${name}`}>
                {heading}
              </Link>
            </h2>
            <p className="big">{count}</p>
            <CardLines lines={more} />
          </li>
        ))}
      </ul>
      <MoveInNotice news={loaderData.moveIn} isNew={loaderData.isNew} />
      <InboxPanel {...inbox} />
      <DeskPanel id="scheduled" heading="Scheduled" entries={desk.scheduled} />
      <DeskPanel id="drafts" heading="Drafts" entries={desk.drafts} />
      <BackupAssurance worries={worries} />
      <p className="cluster">
        <Link className="button" to="/admin/settings">
          Settings
        </Link>
        <a className="button" href="/articles">
          View the site
        </a>
        <Link className="button" to="/admin/another-day">
          View another day
        </Link>
      </p>
    </div>
  );
}

function CardLines({ lines }: { lines: CurrentItems[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="small">
      {lines.map(({ text, href }) => (
        <li key={href}>
          <Link className="muted" to={href} reloadDocument={!href.startsWith('/admin/')}>
            {text}
          </Link>
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
        <p>Protect your account with a passkey. No one can guess it, and a fake site cannot steal it.</p>
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
