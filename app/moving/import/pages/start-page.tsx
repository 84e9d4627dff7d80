import { data, Link, redirect } from 'react-router';
import { type ImportRun, listImportRuns } from '#app/moving/import/import-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import styles from '#app/platform/ui/styles/import.css?url';
import stages from '#app/platform/ui/styles/sources.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/start-page';
import { earlierImportOf } from './earlier-import.server.ts';
import { type EarlierImport, EarlierImports } from './earlier-imports.tsx';
import { ImportHead } from './import-head.tsx';
import { loadOpenImports } from './open-import.server.ts';
import { OpenImports } from './open-imports.tsx';
import { StartForm } from './start-form.tsx';
import { startImport } from './start-import.server.ts';
import type { StartState } from './start-state.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: stages },
  { rel: 'stylesheet', href: styles },
];

const SHOWN = 10;

/** `/admin/move-in`: what runs or waits, where the content is now, its files, and earlier imports. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const { searchParams } = args.url;
  const asked = { after: searchParams.get('after'), limit: SHOWN, closedAt: now };
  const { items, next } = await listImportRuns(read, asked);
  return {
    open: await loadOpenImports(read, { town, now }),
    isDiscarded: searchParams.has('discarded'),
    from: searchParams.get('from') ?? 'firebase',
    instead: searchParams.get('instead') ?? '',
    imports: items.map((each: ImportRun): EarlierImport => earlierImportOf(each, town)),
    next: next === null ? null : `/admin/move-in?after=${encodeURIComponent(next)}#earlier`,
    isFirst: !searchParams.has('after'),
    siteTitle: town.title,
  };
}

/** Without JavaScript; otherwise `start-upload.ts`. */
export async function action(args: Route.ActionArgs) {
  const started = await startImport(args);
  return 'to' in started ? redirect(started.to, 303) : data(started.state, started.status);
}

export default function StartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { from, instead, open, isDiscarded, imports, next, isFirst, siteTitle } = loaderData;
  const fresh: StartState = { from, hash: '', kept: '', files: [], instead, problems: {} };
  return (
    <div className="form stack-lg">
      <UnlistedHead title={`Import | ${siteTitle}`} />
      <div>
        <ImportHead
          line="Bring your content from another site. A dry run comes first and changes nothing."
          step={0}
        />
        {isDiscarded && !actionData ? (
          <Alert tone="success">The import was discarded, and its files were deleted.</Alert>
        ) : null}
        <OpenImports imports={open} />
        <StartForm state={actionData ?? fresh} />
      </div>
      <EarlierImports imports={imports} next={next} isFirst={isFirst} />
      {imports.length === 0 && isFirst ? null : (
        <p className="small muted">
          You can import a later export of the same site again: only what is new there comes in.{' '}
          <Link to="/admin/activity">Activity</Link>
        </p>
      )}
      <p className="small muted">
        Old addresses that lead to pages of this site are listed in{' '}
        <Link to="/admin/redirects">Redirects</Link>.
      </p>
    </div>
  );
}
