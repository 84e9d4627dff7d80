import { Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { NewsletterWorry } from './newsletter-worries.server.ts';

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
