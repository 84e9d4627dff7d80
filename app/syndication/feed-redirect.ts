import { redirect } from 'react-router';
import type { Route } from './+types/feed-redirect';
import { feedPath } from './feed.ts';

/** Where people and programs look for a feed without being told: it is elsewhere, and stays there. */
export function loader({ url }: Route.LoaderArgs) {
  const format = url.pathname.endsWith('.json') ? 'json' : url.pathname === '/atom.xml' ? 'atom' : 'rss';
  throw redirect(feedPath({ name: 'all', format }), 301);
}
