import { Link } from 'react-router';
import { hasHappened } from '#app/audit/audit-log.server.ts';
import { writeVisit } from '#app/context.ts';
import { countItems } from '#app/database/counted-list.server.ts';
import { inSnapshot } from '#app/database/in-snapshot.ts';
import { formatLongDate } from '#app/time/town-time.ts';
import { listMissingNames } from '#app/town/town-names.ts';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';
import type { Route } from './+types/admin-hub';
import { BackupNotice } from './backup-notice.tsx';
import { findBackupWorries } from './backup-worries.server.ts';
import { MailCapNotice, MailNotice } from './mail-notice.tsx';
import { findMailFolder } from './mail-way.server.ts';
import { NamesNotice } from './names-notice.tsx';
import { PasskeyNotice } from './passkey-notice.tsx';

const cards = [
  { collection: 'articles', table: 'article', label: 'Articles' },
  { collection: 'news', table: 'news_item', label: 'News' },
  { collection: 'events', table: 'event', label: 'Events' },
  { collection: 'businesses', table: 'business', label: 'Businesses' },
  { collection: 'polls', table: 'poll', label: 'Polls' },
] as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The hub links to the five collections (spec section 2) and shows how many items each has. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, viewer, services } = writeVisit(args);
  const counts = await inSnapshot(read, (db) => Promise.all(cards.map(({ table }) => countItems(db, table))));
  const number = new Intl.NumberFormat(town.locale);
  return {
    counts: counts.map((count) => number.format(count)),
    today: formatLongDate(now, town),
    mailFolder: findMailFolder(args),
    asksForPasskey:
      viewer.kind === 'admin' && (await services.auth.passkeys.findOffer(viewer.userId)) !== undefined,
    worries: await findBackupWorries(read, town, services.settings),
    missingNames: listMissingNames(town, services.settings.production),
    mailsCapped: await hasHappened(read, 'emails-capped', now - DAY_MS),
    siteTitle: town.title,
  };
}

export default function AdminHub({ loaderData }: Route.ComponentProps) {
  const { counts, today, mailFolder, worries, missingNames, mailsCapped, asksForPasskey, siteTitle } =
    loaderData;
  return (
    <div className="stack-lg">
      <UnlistedHead title={`Admin | ${siteTitle}`} />
      <header>
        <h1>Admin</h1>
        <p className="muted">{today}</p>
      </header>
      <NamesNotice missing={missingNames} />
      <PasskeyNotice isDue={asksForPasskey} />
      <MailNotice folder={mailFolder} />
      {mailsCapped ? <MailCapNotice /> : null}
      <BackupNotice worries={worries} />
      <ul className="grid tight">
        {cards.map(({ collection, label }, index) => (
          <li className="panel card card--bar" data-section={collection} key={collection}>
            <h2>
              <Link className="plain" to={`/admin/${collection}`}>
                {label}
              </Link>
            </h2>
            <p className="big">{counts[index]}</p>
          </li>
        ))}
      </ul>
      <p className="cluster">
        <Link className="button" to="/admin/settings">
          Settings
        </Link>
        <a className="button" href="/articles">
          View the site
        </a>
      </p>
    </div>
  );
}
