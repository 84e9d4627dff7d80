import { STATUS_CODES } from 'node:http';
import type { Outbound, OutboundAnswer } from '#app/outbound/outbound.server.ts';
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
  const answer = await requestDocument(outbound, address, {}, signal);
  if (answer.status !== 200) throw new SourceError(statusProblem(answer.status));
  return documentOf(answer);
}

/**
 * The response to a request for the document at an address, with more headers than usual, whatever its status. Throws
 * SourceError when there is none, and the reason of `signal`.
 */
export async function requestDocument(
  outbound: Outbound,
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const url = address.replace(/^webcals?:/i, 'https:').replace(/^feed:(\/\/)?(?=https?:)/i, '');
  try {
    return await outbound.ask({ url, headers: { Accept: ACCEPTED, ...headers }, signal });
  } catch (error) {
    if (error instanceof OutboundError) throw new SourceError(error.message);
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
