/** A bounce is `hard` when the mailbox will never accept an email, and `soft` when a later one may arrive. */
type BounceKind = 'hard' | 'soft';

/** What a mail server said about an email that it did not deliver. */
type RejectionReply = {
  /** The status code of RFC 3463, such as '5.1.1'; undefined if the server gave none. */
  status?: string | undefined;
  /** The server's text, which usually begins with the SMTP code: '550 5.1.1 No such user'. */
  reply?: string | undefined;
};

// Mailboxes and domains that do not exist or were closed (RFC 3463, section 3.2 and 3.3), and Exchange's 5.1.10.
const HARD_STATUS = /^5\.(1\.([12346]|10)|2\.1|4\.310)$/;
// Codes that say nothing about the cause: then the text decides.
const VAGUE_STATUS = /^5\.([0-5]\.0|1\.[57]|7\.[01]|4\.[14]|5\.1)$/;

// About the sender or its account: the next recipients will be refused for the same reason.
const SENDER_TEXT =
  /\bsenders?\b|\bsending\b|mail from|your (account|domain|ip|message|server)|from this (address|account|domain|ip)|account[^.;\n]{0,40}suspended|suspended[^.;\n]{0,40}account|not (allowed|permitted|authori[sz]ed)|access denied|limit|exceeded|\bdaily\b|too (many|quickly)/i;
const SOFT_TEXT =
  /spam|\bblock(ed|list|ing)|black\s?list|deny list|reputation|policy|policies|\bdmarc\b|\bspf\b|\bdkim\b|too (large|big)|quota|mailbox (is )?full|full mailbox|storage|temporar|try again|tempfail|gr[ae]y-?list|content|administrative prohibition|loop|timed? ?out|relay|authenticat/i;
const HARD_TEXT =
  /(user|recipient|mailbox|address)[^.;\n]{0,60}(unknown|not (found|exist|known|listed|here|recogni[sz]ed)|does ?n.t (exist|have)|does not (exist|have)|no longer|unavailable|disabled|inactive|invalid|rejected|closed)|(account|alias)[^.;\n]{0,60}(unknown|not (found|exist)|does ?n.t exist|does not exist|inactive)|(unknown|no such|invalid|bad|non-?existent|inactive)[^.;\n]{0,40}(user|recipient|mailbox|address|account|alias|local part|domain|host)|no mailbox (here|by)|not our customer|unrouteable address|host or domain name not found|domain (does not exist|not found)|nxdomain/i;
// How Microsoft 365 says that a recipient does not exist.
const NO_RECIPIENT = /recipient address rejected: access denied/i;

/**
 * How to count a permanent or temporary refusal. Only what says that the mailbox or its domain does not exist is hard:
 * a full mailbox, a blocked or suspended sender and everything unclear are soft, so that the sender's own trouble does
 * not remove all subscribers at once.
 */
export function bounceKindOf({ status, reply = '' }: RejectionReply): BounceKind {
  const text = reply.slice(0, 2000);
  const code = status ?? /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0];
  const smtp = /(?<![\d.])[45]\d\d(?![\d.])/.exec(text)?.[0];
  if (code?.startsWith('4') || (!code && smtp?.startsWith('4'))) return 'soft';
  if (NO_RECIPIENT.test(text)) return 'hard';
  if (SENDER_TEXT.test(text)) return 'soft';
  const isSoft = SOFT_TEXT.test(text.replace(HARD_TEXT, ''));
  if (code && HARD_STATUS.test(code)) return isSoft && !HARD_TEXT.test(text) ? 'soft' : 'hard';
  if (code && !VAGUE_STATUS.test(code)) return 'soft';
  return HARD_TEXT.test(text) && !isSoft ? 'hard' : 'soft';
}
