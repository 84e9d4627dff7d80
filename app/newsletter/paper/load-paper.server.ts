import { data } from 'react-router';
import { type Edition, isEmpty } from '#app/newsletter/issues/edition.ts';
import { presentEdition } from '#app/newsletter/issues/present-edition.server.ts';
import { findPublicIssue, listPublicIssues } from '#app/newsletter/issues/public-issues.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { findPaperSheet, isPaperBusy } from './paper.server.ts';
import { type PaperSize, readPaperSize } from './paper-size.ts';
import type { PaperPageFacts } from './paper-view.tsx';

type Args = Parameters<typeof readContext>[0] & { request: Request };

/** An issue that is being sent or was sent, as the site shows it now; `path` is that of its web edition. */
export type PaperIssue = { path: string; edition: Edition };

/**
 * The issue with this address; without one, the newest. Undefined if there is none, or nothing of it is left on the
 * site.
 */
export function findPaperIssue(
  args: Parameters<typeof readContext>[0],
  slug: string | undefined,
): Promise<PaperIssue | undefined> {
  const { read, ...context } = readContext(args);
  return inSnapshot(read, async (db) => {
    const issue = slug === undefined ? await findNewest(db) : await findPublicIssue(db, slug);
    const edition = issue && (await presentEdition(db, issue.edition, context));
    return edition && !isEmpty(edition) ? { path: issue.path, edition } : undefined;
  });
}

async function findNewest(db: ReadDb) {
  const { items } = await listPublicIssues(db, { limit: 1 });
  return items[0];
}

/** What the page shows. `path` is the page's address, and that of the PDF without '.pdf'; `issuePath` the newsletter. */
export async function loadPaperPage(
  args: Args,
  edition: Edition,
  { path, issuePath }: { path: string; issuePath: string },
): Promise<PaperPageFacts> {
  if (isPaperBusy()) throw data(null, { status: 503 });
  const { siteUrl } = readContext(args);
  const size = sizeOf(args);
  const sheet = await findPaperSheet({ edition, url: siteUrl, size });
  return { sheet, path, issuePath };
}

export function sizeOf({ request }: { request: Request }): PaperSize {
  return readPaperSize(new URL(request.url).searchParams);
}
