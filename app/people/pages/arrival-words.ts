import type { Viewer } from '#app/people/accounts/viewer.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { storedMailNote } from './stored-mail.ts';

/** What a user can have just done when a page opens. */
export const arrivalNotices = ['registered', 'deleted'] as const;

export type ArrivalNotice = (typeof arrivalNotices)[number];

/** Undefined where it is not true any more: the cookie is old, or of someone else. */
export function describeArrival(
  notice: ArrivalNotice | undefined,
  viewer: Viewer,
  settings: Pick<Settings, 'smtpUrl'>,
): string | undefined {
  if (notice === 'deleted' && viewer.kind === 'visitor')
    return 'Your account and everything stored with it are deleted.';
  if (notice !== 'registered' || viewer.kind === 'visitor') return undefined;
  if (viewer.isVerified) return 'Welcome. Your account is ready.';
  const unsent = storedMailNote(settings);
  return unsent
    ? `Welcome. Your account is ready. Your address ${viewer.email} is not confirmed yet. ${unsent}`
    : `Welcome. Your account is ready. We sent an email to ${viewer.email}: open its link to confirm your address.`;
}
