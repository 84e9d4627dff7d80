import type { Outbound } from '#app/outbound/outbound.server.ts';
import { OutboundError } from '#app/outbound/outbound-error.ts';
import { SourceError } from './source-item.ts';

/** A document as a server sent it; `address` is the one that responded. */
export type FetchedDocument = { bytes: Uint8Array; contentType: string | undefined; address: string };

const ACCEPTED =
  'application/rss+xml, application/atom+xml, application/feed+json, text/calendar, application/xml;q=0.9, text/html;q=0.8, */*;q=0.5';

/** The document at an address, also one that begins with `webcal:`. Throws SourceError with the reason. */
export async function fetchDocument(
  outbound: Outbound,
  address: string,
  signal: AbortSignal,
): Promise<FetchedDocument> {
  const url = address.replace(/^webcals?:/i, 'https:').replace(/^feed:(\/\/)?(?=https?:)/i, '');
  try {
    const { status, headers, body, ...response } = await outbound.ask({
      url,
      headers: { Accept: ACCEPTED },
      signal,
    });
    if (status !== 200) throw new SourceError(`The server responded with status ${status}`);
    return { bytes: body, contentType: headers['content-type'], address: response.url };
  } catch (error) {
    if (error instanceof OutboundError) throw new SourceError(error.message);
    throw error;
  }
}
