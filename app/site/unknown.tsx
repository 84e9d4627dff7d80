import { data, redirect } from 'react-router';
import { visitContext } from '#app/context.ts';
import { findGuessedFeed } from '#app/syndication/guessed-feeds.ts';
import type { Route } from './+types/unknown';

/** Every unknown address, whatever the method; and every request that was refused before its route. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { fault } = context.get(visitContext);
  const feed = fault ? undefined : findGuessedFeed(url.pathname);
  if (feed) throw redirect(feed, 301);
  throw data(null, { status: fault?.status ?? 404 });
}

export function action({ context }: Route.ActionArgs) {
  throw data(null, { status: context.get(visitContext).fault?.status ?? 404 });
}

export default function Unknown() {
  return null;
}
