/** A bounce is `hard` when the mailbox will never accept an email, and `soft` when a later one may arrive. */
export type BounceKind = 'hard' | 'soft';

/** What a mail server said about an email that it did not deliver. */
export type Refusal = {
  /** The status code of RFC 3463, such as '5.1.1'; undefined if the server gave none. */
  status?: string | undefined;
  /** The server's text, which usually begins with the SMTP code: '550 5.1.1 No such user'. */
  reply?: string | undefined;
};

// Mailboxes and domains that do not exist or were closed (RFC 3463, section 3.2 and 3.3), and Exchange's 5.1.10.
const HARD_STATUS = /^5\.(1\.([012346]|10)|2\.1|4\.310)$/;
// Codes that say nothing about the cause: then the text decides.
const VAGUE_STATUS = /^5\.([02345]\.0|1\.[57]|7\.[01]|4\.[14]|5\.[01])$/;

const SOFT_TEXT =
  /spam|\bblock(ed|list|ing)|black\s?list|deny list|reputation|policy|policies|\bdmarc\b|\bspf\b|\bdkim\b|rate limit|too many|too (large|big)|size limit|quota|over ?quota|mailbox (is )?full|full mailbox|storage|temporar|try again|tempfail|greylist|gr[ae]y-?list|content (was )?rejected|administrative prohibition|loop|timed? ?out|relay|unauthenticated|authenticat/i;
const HARD_TEXT =
  /(user|recipient|mailbox|address|account|alias)[^.;\n]{0,60}(unknown|not (found|exist|known|listed|here|recogni[sz]ed)|does ?n.t exist|does not exist|no longer|unavailable|disabled|inactive|invalid|rejected|suspended|closed)|(unknown|no such|invalid|bad|non-?existent|inactive|disabled)[^.;\n]{0,40}(user|recipient|mailbox|address|account|alias|local part|domain|host)|no mailbox (here|by)|not our customer|unrouteable address|host or domain name not found|domain (does not exist|not found)|nxdomain/i;

const HARD_CODES = new Set(['550', '551', '553', '556']);

/**
 * How to count a permanent or temporary refusal. Only what says that the mailbox does not exist is hard: a full mailbox,
 * a blocked sender and everything unclear are soft, so that a blocklist does not remove all subscribers at once.
 */
export function bounceKindOf({ status, reply = '' }: Refusal): BounceKind {
  const text = reply.slice(0, 2000);
  const code = status ?? /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0];
  if (code?.startsWith('4')) return 'soft';
  if (code && HARD_STATUS.test(code)) return SOFT_TEXT.test(text) && !HARD_TEXT.test(text) ? 'soft' : 'hard';
  if (code && !VAGUE_STATUS.test(code)) return 'soft';
  const smtp = /(?<![\d.])[45]\d\d(?![\d.])/.exec(text)?.[0];
  if (smtp?.startsWith('4')) return 'soft';
  if (HARD_TEXT.test(text)) return SOFT_TEXT.test(text.replace(HARD_TEXT, '')) ? 'soft' : 'hard';
  return smtp && HARD_CODES.has(smtp) && !SOFT_TEXT.test(text) ? 'hard' : 'soft';
}
