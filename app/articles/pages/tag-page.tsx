import { Fragment } from 'react';
import { data, redirect } from 'react-router';
import { findTagName, listTagged, taggedOrder } from '#app/articles/tagged-articles.server.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { tagKeyOf, tagPathOf } from '#app/items/text/tag.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { ListFrame } from '#app/platform/ui/list-frame.tsx';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import type { Route } from './+types/tag-page';
import { River } from './river.tsx';

export const handle: RouteHandle = { section: 'articles', page: TagPage };

export default TagPage;

/** The articles with a tag, newest first, ten per page. A tag without articles is a 404. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readContext(args);
  const tag = tagKeyOf(args.params.tag);
  const name = await findTagName(read, tag);
  if (name === undefined) throw data(null, { status: 404 });
  const url = new URL(args.url);
  if (tag !== args.params.tag) throw redirect(tagPathOf(tag) + url.search, 301);
  const { items, pager } = await loadListPage(url, taggedOrder, (request) => listTagged(read, tag, request));
  return { tag, name, items, pager, clock: { timeZone: town.timeZone, locale: town.locale } };
}

function TagPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { tag, name, items, pager, clock } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="articles" tabIndex={-1}>
      <ListHead
        name={name}
        about={`Articles about ${name}, newest first`}
        path={tagPathOf(tag)}
        page={pager.page}
      />
      <ListFrame>
        <header className="page-head">
          <p className="kicker">
            <a href="/articles">Articles</a>
          </p>
          <h1>{name}</h1>
          <p>
            {pager.page > 1 ? `Page ${pager.page}, newest first.` : 'Articles with this tag, newest first.'}
          </p>
        </header>
        <River items={items} clock={clock} />
        <Pager {...pager} />
        <Feeds tag={tag} name={name} />
      </ListFrame>
    </main>
  );
}

const feeds = [
  ['rss', 'RSS', 'application/rss+xml'],
  ['atom', 'Atom', 'application/atom+xml'],
  ['json', 'JSON Feed', 'application/feed+json'],
] as const;

/** The feeds of the tag, for readers and, in the head, for programs. */
function Feeds({ tag, name }: { tag: string; name: string }) {
  const addressOf = (format: string) => `/feeds/articles.${format}?${new URLSearchParams({ tag })}`;
  return (
    <>
      {feeds.map(([format, , type]) => (
        <link key={format} rel="alternate" type={type} title={name} href={addressOf(format)} />
      ))}
      <p className="small">
        Follow this tag:{' '}
        {feeds.map(([format, word], place) => (
          <Fragment key={format}>
            {place > 0 ? ', ' : null}
            <a href={addressOf(format)}>{word}</a>
          </Fragment>
        ))}
      </p>
    </>
  );
}
