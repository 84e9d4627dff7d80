import type { Edition } from '#app/newsletter/issues/edition.ts';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import { sizeOf } from './load-paper.server.ts';
import { isPaperBusy, paperPdf } from './paper.server.ts';

type Args = Parameters<typeof readContext>[0] & { request: Request };

/** The paper edition as a PDF, which browsers show. */
export async function paperResponse(args: Args, edition: Edition): Promise<Response> {
  if (isPaperBusy())
    return new Response('Too many sheets are being requested.\n', { status: 503, headers: busy });
  const { siteUrl } = readContext(args);
  const size = sizeOf(args);
  const { services } = args.context.get(requestContextKey);
  const bytes = await paperPdf(services, { edition, url: siteUrl, size });
  return new Response(bytes, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="paper-edition-${edition.day}-${size}.pdf"`,
    },
  });
}

const busy = { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' };
