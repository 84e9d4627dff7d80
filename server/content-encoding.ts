import type { Encoding } from './page-cache.ts';

/** The smallest form that a client takes, by its Accept-Encoding header; without one it is sent as it is (RFC 9110 12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const taken = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([name]) => name);
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity';
}
