import type { RouterContextProvider } from 'react-router';
import { writeVisit } from '#app/context.ts';

/** The page that asks the administrator to add a passkey, and leads on to `next`. */
export function offerPath(next: string): string {
  return `/account/passkeys/offer?next=${encodeURIComponent(next)}`;
}

/** Where somebody goes who has just signed in: the administrator is first asked for a passkey, until they answer. */
export async function wayOnFor(
  args: { context: Readonly<RouterContextProvider> },
  userId: string,
  next: string,
): Promise<string> {
  const { auth } = writeVisit(args).services;
  return (await auth.passkeys.findOffer(userId)) === 'now' ? offerPath(next) : next;
}
