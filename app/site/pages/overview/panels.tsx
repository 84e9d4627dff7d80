import { Form, Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import type { UnpublishedEntry } from './load-desk.server.ts';
import type { InboxOverview, NewestEntry, NextNewsletter, SourceErrors } from './load-panels.server.ts';
import type { NewsletterWorry } from './newsletter-worries.server.ts';

/** Names sources with problems, so that no one notices months later that one has died. Renders nothing without any. */
export function SourcesPanel({ sources, more, others }: SourceErrors) {
  if (sources.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="sources">
      <h2 id="sources">Sources with problems</h2>
      <ul className="due">
        {sources.map(({ id, name, badge, since, message }) => (
          <li key={id}>
            <div>
              <strong>
                <Link to={`/admin/sources/${id}`}>{name}</Link>
              </strong>
              <p className="small">
                <span className={`badge ${badge.tone}`}>{badge.label}</span> {since}
              </p>
              <p className="small muted">{message}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="small muted mt" hidden={more + others === 0}>
        {more === 0 ? null : <Link to="/admin/sources?show=attention">{`See ${more} more`}</Link>}
        {more > 0 && others > 0 ? '. ' : null}
        {others === 0 ? null : others === 1 ? 'One other works.' : `${others} others work.`}
      </p>
    </section>
  );
}

/** What about the newsletter needs the administrator. */
export function NewsletterNotice({ worries }: { worries: NewsletterWorry[] }) {
  return worries.map(({ text, href, link }) => (
    <div className="alert is-warning" role="note" key={text}>
      <Icon name="warning" />
      <p>
        {text} <Link to={href}>{link}</Link>
      </p>
    </div>
  ));
}

/** The next issue of the newsletter. Renders nothing on a site that sends none. */
export function NewsletterPanel({ newsletter }: { newsletter: NextNewsletter | null }) {
  const { isAdmin } = useSite();
  if (!newsletter) return null;
  const { name, next, subscribers, open } = newsletter;
  return (
    <section className="panel" aria-labelledby="newsletter">
      <h2 id="newsletter">{name}</h2>
      <p>
        <strong>{next}</strong>
      </p>
      <p className="small muted">
        {isAdmin ? <Link to="/admin/newsletter/subscribers">{subscribers}</Link> : subscribers}
      </p>
      <p className="mt">
        <Link className="button button--small" to={open.href}>
          {open.label}
        </Link>
      </p>
    </section>
  );
}

/** Items that are not public yet, each with a link to its form. Renders nothing without entries. */
export function UnpublishedPanel({
  id,
  heading,
  entries,
}: {
  id: string;
  heading: string;
  entries: UnpublishedEntry[];
}) {
  if (entries.length === 0) return null;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className="queue">
        {entries.map((entry) => (
          <li data-section={entry.section} key={`${entry.section}/${entry.id}`}>
            <div>
              <p className="meta">
                <span className="kicker">{entry.kind}</span>
                <time dateTime={entry.machineTime}>{entry.when}</time>
                {entry.isOverdue ? <span className="badge is-danger">Not published</span> : null}
              </p>
              <h3>{entry.title}</h3>
            </div>
            <div className="cluster">
              <Link className="button button--small" to={`/admin/${entry.section}/${entry.id}`}>
                Edit<span className="vh">: {entry.title}</span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * How much waits for review, with what arrived last, each with the decisions of the inbox. Renders nothing while nothing
 * waits.
 */
export function InboxPanel({ count, newest }: InboxOverview) {
  if (count === 0) return null;
  return (
    <section className="panel" aria-labelledby="waiting">
      <div className="cluster between">
        <h2 id="waiting">Waiting for review</h2>
        <Link to="/admin/inbox">{count === 1 ? 'Review 1 item' : `Review all ${count} items`}</Link>
      </div>
      <ul className="queue queue--stack">
        {newest.map((entry) => (
          <li data-section={entry.section} key={entry.id}>
            <div>
              <p className="meta">
                <span className="kicker">{entry.kind}</span>
                <span>{entry.source}</span>
                <time dateTime={entry.machineTime}>{entry.when}</time>
              </p>
              <h3>{entry.title}</h3>
              {entry.problem === null ? null : (
                <p className="error">
                  <Icon name="warning" /> {entry.problem}
                </p>
              )}
            </div>
            {entry.reviewHref === null ? (
              <Decisions entry={entry} />
            ) : (
              <ReviewLink href={entry.reviewHref} title={entry.title} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What people sent, and changes at sources, are decided where all of it is shown. */
function ReviewLink({ href, title }: { href: string; title: string }) {
  return (
    <p className="cluster">
      <Link className="button button--small" to={href}>
        Review<span className="vh">: {title}</span>
      </Link>
    </p>
  );
}

function Decisions({ entry: { id, title, editHref } }: { entry: NewestEntry }) {
  const label = <span className="vh">: {title}</span>;
  return (
    <Form method="post" className="cluster">
      <input type="hidden" name="back" value="/admin" />
      <button
        type="submit"
        className="button button--small button--primary"
        formAction={`/admin/inbox/${id}/publish`}
      >
        Publish{label}
      </button>
      <Link className="button button--small" to={editHref}>
        Edit{label}
      </Link>
      <button type="submit" className="button button--small" formAction={`/admin/inbox/${id}/discard`}>
        Discard{label}
      </button>
    </Form>
  );
}
