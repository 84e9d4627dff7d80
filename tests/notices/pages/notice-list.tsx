import { permalinkOf } from '#app/items/content/permalink.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import type { Notice } from '../notice.ts';
import { notices, order } from '../notice-collection.server.ts';

type Args = Parameters<typeof readContext>[0] & { url: URL };

export const handle: RouteHandle = { section: 'notices', page: NoticeList };

export default NoticeList;

/** Notices newest first, ten per page. */
export async function loader(args: Args) {
  const { read } = readContext(args);
  return loadListPage<Notice>(new URL(args.url), order, (request) => notices.store.list(read, request));
}

function NoticeList({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { items, pager } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="notices" tabIndex={-1}>
      <ListHead name="Notices" about="Notices of the town hall" path="/notices" page={pager.page} />
      <header className="page-head">
        <h1>Notices</h1>
      </header>
      <ul>
        {items.map((notice) => (
          <li key={notice.id}>
            <a href={permalinkOf('notices', notice)}>{notice.title}</a>
          </li>
        ))}
      </ul>
      <Pager {...pager} />
    </main>
  );
}
