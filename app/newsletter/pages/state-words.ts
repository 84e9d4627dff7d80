import type { IssueRow } from '#app/platform/database/tables/newsletter-tables.ts';

export type Badge = { label: string; tone: string };

const badges: Record<IssueRow['state'], Badge> = {
  draft: { label: 'Draft', tone: 'is-warning' },
  scheduled: { label: 'Scheduled', tone: 'is-info' },
  sending: { label: 'Sending', tone: '' },
  sent: { label: 'Sent', tone: 'is-success' },
  expired: { label: 'Not sent', tone: 'is-quiet' },
};

/** The state of an issue as a badge. */
export function badgeOf({ state, heldAt }: Pick<IssueRow, 'state' | 'heldAt'>): Badge {
  return state === 'sending' && heldAt !== null ? { label: 'Stopped', tone: 'is-warning' } : badges[state];
}

const reasons: Record<string, string> = {
  late: 'Its time had passed by more than six hours before it could be sent.',
  skipped: 'Nobody approved it in time.',
  empty: 'There was nothing in it.',
  canceled: 'It was canceled.',
};

/** Why an issue was not sent. */
export function endWords(reason: string | null): string {
  return reasons[reason ?? ''] ?? 'It was not sent.';
}
