import { STATUS_CODES } from 'node:http';
import type { Outbound, OutboundAnswer, OutboundRequest } from '#app/platform/outbound/outbound.server.ts';
import { OutboundError } from '#app/platform/outbound/outbound-error.ts';
import { SourceError } from '#app/sources/import/source-item.ts';

/** A document as a server sent it; `address` is the one that responded. */
export type FetchedDocument = { bytes: Uint8Array; contentType: string | undefined; address: string };

const ACCEPTED =
  'application/rss+xml, application/atom+xml, application/feed+json, text/calendar, application/xml;q=0.9, text/html;q=0.8, */*;q=0.5';

/**
 * The document at an address, for someone who waits for it; one that begins with `webcal:` is tried with https, then with
 * http. Throws SourceError with the reason.
 */
export async function fetchDocument(
  outbound: Outbound,
  address: string,
  signal: AbortSignal,
): Promise<FetchedDocument> {
  const written = address.replace(/^feed:(\/\/)?(?=https?:)/i, '');
  const secure = written.replace(/^webcals?:/i, 'https:');
  const load = async (url: string) => {
    const answer = await requestDocument(outbound, { url, isAwaited: true, signal });
    if (answer.status !== 200) throw new SourceError(statusProblem(answer.status));
    return documentOf(answer);
  };
  if (!/^webcal:/i.test(written)) return load(secure);
  return load(secure).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    return load(written.replace(/^webcal:/i, 'http:')).catch(() => {
      signal.throwIfAborted();
      throw error;
    });
  });
}

/**
 * The response to a request for the document at an address, whatever its status. Throws SourceError when there is none,
 * and the reason of its signal.
 */
export async function requestDocument(
  outbound: Outbound,
  { headers, ...request }: OutboundRequest,
): Promise<OutboundAnswer> {
  try {
    return await outbound.ask({ ...request, headers: { Accept: ACCEPTED, ...headers } });
  } catch (error) {
    if (error instanceof OutboundError) throw new SourceError(error.message, { cause: error });
    throw error;
  }
}

export function documentOf({ body, headers, url }: OutboundAnswer): FetchedDocument {
  return { bytes: body, contentType: headers['content-type'], address: url };
}

/** 'The server responded with status 404 (Not Found)' */
export function statusProblem(status: number): string {
  const name = STATUS_CODES[status];
  return `The server responded with status ${status}${name ? ` (${name})` : ''}`;
}
