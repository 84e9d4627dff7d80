/** Urgent notices: short texts on every page of the site, which come down by themselves. */

/** The worst first: the order in which they are shown. */
export const noticeKinds = ['danger', 'warning', 'closed', 'information'] as const;

export type NoticeKind = (typeof noticeKinds)[number];

export const kindWords: Record<NoticeKind, { label: string; meaning: string; tone: string }> = {
  danger: { label: 'Danger', meaning: 'Act now. Your safety is at risk.', tone: 'is-danger' },
  warning: { label: 'Warning', meaning: 'Get ready. Plans may change.', tone: 'is-warning' },
  closed: { label: 'Closed', meaning: 'A road, school or office isn’t open.', tone: 'is-quiet' },
  information: { label: 'Information', meaning: 'Good to know. No hurry.', tone: '' },
};

/** The maximum length of the text in Unicode code points. */
export const MOST_CHARACTERS = 280;

/**
 * A notice. Instants are UTC epoch milliseconds: it is shown from `startsAt` on, until before `endsAt`. `link` is absolute. `email`:
 * it is also sent to the subscribers who chose urgent notices. `source` is the id of the source that it comes from.
 * `plannedEnd` is when it would have ended; null unless it was ended early.
 */
export type Notice = {
  id: string;
  text: string;
  kind: NoticeKind;
  link: string | null;
  startsAt: number;
  endsAt: number;
  plannedEnd: number | null;
  email: boolean;
  source: string | null;
  createdAt: number;
  /** An account, null for a program or the command line, or once the account is deleted. */
  createdBy: string | null;
};
