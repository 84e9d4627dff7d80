import { data } from 'react-router';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import styles from '#app/platform/ui/styles/paper.css?url';
import type { Route } from './+types/paper-page';
import { findPaperIssue, loadPaperPage } from './paper.server.ts';
import { PaperView } from './paper-view.tsx';

export const handle: RouteHandle = { page: PaperPage };

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export default PaperPage;

/** `/newsletter/{slug}/paper` and, for the newest issue, `/newsletter/paper`. */
export async function loader(args: Route.LoaderArgs) {
  const issue = await findPaperIssue(args, args.params.slug);
  if (!issue) throw data(null, { status: 404 });
  const { path, edition } = issue;
  return loadPaperPage(args, edition, { path: `${path}/paper`, issuePath: path });
}

function PaperPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { sheet, path } = loaderData;
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <PageHead
        title={`Paper edition, ${sheet.date}`}
        description={`One sheet for the café wall and the library bulletin board: ${sheet.stories.map(({ title }) => title).join('; ')}`}
        path={path}
      />
      <PaperView {...loaderData} />
    </main>
  );
}
