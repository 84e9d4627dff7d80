import type { Edition } from '#app/newsletter/issues/edition.ts';
import { readVisit, visitContext } from '#app/people/request/context.ts';
import { sizeOf } from './load-paper.server.ts';
import { isPaperBusy, paperPdf } from './paper.server.ts';

type Args = Parameters<typeof readVisit>[0] & { request: Request };

/** The paper edition as a PDF, which browsers show. */
export async function paperResponse(args: Args, edition: Edition): Promise<Response> {
  if (isPaperBusy())
    return new Response('Too many sheets are being requested.\n', { status: 503, headers: busy });
  const { siteUrl } = readVisit(args);
  const size = sizeOf(args);
  const { services } = args.context.get(visitContext);
  const bytes = await paperPdf(services, { edition, url: siteUrl, size });
  return new Response(bytes, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="paper-edition-${edition.day}-${size}.pdf"`,
    },
  });
}

const busy = { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' };
