import { data } from 'react-router';
import { type Edition, isEmpty } from '#app/newsletter/issues/edition.ts';
import { presentEdition } from '#app/newsletter/issues/present-edition.server.ts';
import { findPublicIssue, listPublicIssues } from '#app/newsletter/issues/public-issues.server.ts';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { readFileName } from '#app/platform/media/picture-sizes.ts';
import { IdleThread } from '#app/platform/threads/idle-thread.server.ts';
import type { PaperTask } from './paper-thread.server.ts';
import type { PaperPageFacts } from './paper-view.tsx';
import { type PaperFacts, readPaperSize, type Sheet } from './sheet.ts';

/** One is made, the others wait. */
const MOST_WAITING = 8;

const thread = new IdleThread<PaperTask, Sheet | Uint8Array>('paper-thread', import.meta.url, {
  maxMegabytes: 128,
});

/** Whether too many wait already: then respond with 503. */
function isPaperBusy(): boolean {
  return thread.pending > MOST_WAITING;
}

/** What is on the sheet and what is left off. Rejects when it takes longer than ten seconds. */
async function findPaperSheet(facts: PaperFacts): Promise<Sheet> {
  return (await thread.run({ wanted: 'sheet', facts })) as Sheet;
}

/**
 * The sheet as a PDF of one page: the same bytes for the same edition. A picture that can't be read is left out. Rejects
 * when it takes longer than ten seconds.
 */
async function paperPdf(
  { media }: Pick<Services, 'media'>,
  facts: PaperFacts,
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await readPicture(media, facts);
  return (await thread.run({ wanted: 'pdf', facts, picture })) as Uint8Array<ArrayBuffer>;
}

async function readPicture(
  media: Services['media'],
  { edition }: PaperFacts,
): Promise<Uint8Array | undefined> {
  const first = edition.blocks.find((block) => block.kind === 'lead' || block.kind === 'story');
  const name = first?.picture?.address.replace(/^.*\//, '') ?? '';
  return readFileName(name) ? media.files.read(name).catch(() => undefined) : undefined;
}

type Args = Parameters<typeof readContext>[0] & { request: Request };

/** An issue that is being sent or was sent, as the site shows it now; `path` is that of its web edition. */
type PaperIssue = { path: string; edition: Edition };

/**
 * The issue with this address; without one, the newest. Undefined if there is none, or nothing of it is left on the
 * site.
 */
export function findPaperIssue(args: Args, slug: string | undefined): Promise<PaperIssue | undefined> {
  const { read, ...context } = readContext(args);
  return inSnapshot(read, async (db) => {
    const issue =
      slug === undefined
        ? (await listPublicIssues(db, { limit: 1 })).items[0]
        : await findPublicIssue(db, slug);
    const edition = issue && (await presentEdition(db, issue.edition, context));
    return edition && !isEmpty(edition) ? { path: issue.path, edition } : undefined;
  });
}

/** What the page shows. `path` is the page's address, and that of the PDF without '.pdf'; `issuePath` the newsletter. */
export async function loadPaperPage(
  args: Args,
  edition: Edition,
  { path, issuePath }: { path: string; issuePath: string },
): Promise<PaperPageFacts> {
  if (isPaperBusy()) throw data(null, { status: 503 });
  return { sheet: await findPaperSheet(factsOf(args, edition)), path, issuePath };
}

/** The paper edition as a PDF, which browsers show. */
export async function paperResponse(args: Args, edition: Edition): Promise<Response> {
  if (isPaperBusy())
    return new Response('Too many sheets are being requested.\n', {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' },
    });
  const facts = factsOf(args, edition);
  return new Response(await paperPdf(args.context.get(requestContextKey).services, facts), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="paper-edition-${edition.day}-${facts.size}.pdf"`,
    },
  });
}

function factsOf(args: Args, edition: Edition): PaperFacts {
  const { searchParams } = new URL(args.request.url);
  return { edition, url: readContext(args).siteUrl, size: readPaperSize(searchParams) };
}
