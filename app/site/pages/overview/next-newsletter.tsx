import { Link } from 'react-router';
import type { NextNewsletter } from './load-newsletter-panel.server.ts';

/** The next issue of the newsletter. Renders nothing on a site that sends none. */
export function NewsletterPanel({ newsletter }: { newsletter: NextNewsletter | null }) {
  if (!newsletter) return null;
  const { name, next, subscribers, open } = newsletter;
  return (
    <section className="panel" aria-labelledby="newsletter">
      <h2 id="newsletter">{name}</h2>
      <p>
        <strong>{next}</strong>
      </p>
      <p className="small muted">
        <Link to="/admin/newsletter/subscribers">{subscribers}</Link>
      </p>
      <p className="mt">
        <Link className="button button--small" to={open.href}>
          {open.label}
        </Link>
      </p>
    </section>
  );
}
