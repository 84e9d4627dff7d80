import type { Encoding } from '../cache/page-cache.ts';

/**
 * The smallest form that a client accepts, by its Accept-Encoding header; without one it is sent as it is (RFC 9110
 * 12.5.3).
 */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const known = read.get(accepted);
  if (known) return known;
  const encoding = readHeader(accepted);
  if (read.size < MAX_READ && accepted.length < 100) read.set(accepted, encoding);
  return encoding;
}

/** Browsers send few different headers, so the results are cached. */
const read = new Map<string, Encoding>();
const MAX_READ = 100;

function readHeader(accepted: string): Encoding {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([name]) => name);
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity';
}
