import { data } from 'react-router';
import { readVisit } from '#app/context.ts';
import type { ReadDb } from '#app/database/handles.ts';
import type { Edition } from '#app/newsletter/edition.ts';
import { findIssueBySlug, findNewestSentIssue } from '#app/newsletter/issue-store.server.ts';
import { findPaperSheet, isPaperBusy } from './paper.server.ts';
import { type PaperSize, readPaperSize } from './paper-size.ts';
import type { PaperPageFacts } from './paper-view.tsx';

type Args = Parameters<typeof readVisit>[0] & { request: Request };

/** An issue whose content is settled, by its address; without one, the newest. 404 if there is none. */
export async function requirePublished(
  db: ReadDb,
  slug: string | undefined,
): Promise<{ slug: string; edition: Edition }> {
  const issue = slug === undefined ? await findNewestSentIssue(db) : await findIssueBySlug(db, slug);
  if (!issue?.slug || !issue.edition) throw data(null, { status: 404 });
  return { slug: issue.slug, edition: issue.edition };
}

/** What the page shows. `path` is the page's address, and that of the PDF without '.pdf'; `issuePath` the newsletter. */
export async function loadPaperPage(
  args: Args,
  edition: Edition,
  { path, issuePath }: { path: string; issuePath: string },
): Promise<PaperPageFacts> {
  if (isPaperBusy()) throw data(null, { status: 503 });
  const { siteUrl } = readVisit(args);
  const size = sizeOf(args);
  const sheet = await findPaperSheet({ edition, url: siteUrl, size });
  return { sheet, path, issuePath };
}

export function sizeOf({ request }: { request: Request }): PaperSize {
  return readPaperSize(new URL(request.url).searchParams);
}
