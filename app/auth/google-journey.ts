/**
 * Where to go on after Google: both are paths of this site. `join` connects the Google account to the account `userId`,
 * `prove` shows once more that its person is there; without either it signs in.
 */
export type GoogleJourney = { next: string; failed: string; join?: string; prove?: string };

/** What a journey has done for the account `userId`. */
export type GoogleDone = { userId: string; did: ('registered' | 'linked' | 'signedIn' | 'proved')[] };
