/** The page that asks the administrator to add a passkey, and leads on to `next`. */
export function offerPath(next: string): string {
  return `/account/passkeys/offer?next=${encodeURIComponent(next)}`;
}
