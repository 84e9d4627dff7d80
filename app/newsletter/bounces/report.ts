/**
 * What says which email a report is about. Only an email's recipient knows its `tags` and `tokens`, so that nobody can
 * report on the emails of others.
 */
export type Trace = {
  /** Words that may be the tag of an email, the most reliable first: of the return path, then of the Message-ID. */
  tags: string[];
  /** Tokens of List-Unsubscribe in the returned headers: they name the subscriber, not the email. */
  tokens: string[];
};

/** What became of an email at one address. */
export type DeliveryFacts = {
  /** The addresses that the report names, in lower case: the one that the email was sent to, and the one it reached. */
  addresses: string[];
  /** Of RFC 3464: 'failed', 'delayed', 'delivered', 'relayed' or 'expanded'. */
  action: string;
  /** Of RFC 3463: '5.1.1'. */
  status: string | undefined;
  /** The mail server's text, on one line, at most 500 characters. */
  reply: string;
};

/**
 * What an email in the mailbox reports: problems of delivery (RFC 3464, or the texts of qmail, Exim and others), a
 * complaint (RFC 5965), or nothing that concerns the newsletter.
 */
export type Report =
  | { kind: 'delivery'; trace: Trace; recipients: DeliveryFacts[] }
  | { kind: 'complaint'; trace: Trace; reply: string }
  | { kind: 'none' };
