/** The newsletter's page with the form. */
export const NEWSLETTER_PATH = '/newsletter';

/** The page behind the link of a confirmation email. */
export function confirmPath(token: string): string {
  return `${NEWSLETTER_PATH}/confirm?token=${token}`;
}

/** A subscriber's preferences; `token` is of `linkOf`. */
export function preferencesPath(token: string): string {
  return `${NEWSLETTER_PATH}/preferences?token=${token}`;
}

/** The page with the button that unsubscribes, also the address of one-click requests (RFC 8058). */
export function unsubscribePath(token: string): string {
  return `${NEWSLETTER_PATH}/unsubscribe?token=${token}`;
}
