import { bounceKindOf } from '#app/platform/mail/bounce-kind.ts';

/**
 * How to count a bounce of a provider: as the mail server's own text says, if there is one, and otherwise as the
 * provider says. What the provider calls temporary is never hard.
 */
export function kindOfBounce(isPermanent: boolean, status: string, reply: string): 'hard' | 'soft' {
  if (!isPermanent) return 'soft';
  const hasCode = /(?<![\d.])5\d\d(?![\d.])|(?<![\d.])5\.\d{1,3}\.\d{1,3}/.test(`${status} ${reply}`);
  return hasCode ? bounceKindOf({ status: statusIn(status), reply }) : 'hard';
}

/** The status of RFC 3463 in a text. */
export function statusIn(text: string): string | undefined {
  return /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0];
}
