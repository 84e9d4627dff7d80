/**
 * Where to go after Google: both are paths of this site. `join` connects the Google account to the account `userId`,
 * `prove` confirms the user's identity; without either it logs in.
 */
export type GoogleJourney = { next: string; failed: string; join?: string; prove?: string };

/** What a journey has done for the account `userId`. */
export type GoogleDone = { userId: string; did: ('registered' | 'linked' | 'signedIn' | 'proved')[] };
