/** What the popup tells the page that opened it. They share no window: only a channel within the site. */
export type GoogleSignal = 'signedIn' | 'failed';

export const GOOGLE_CHANNEL = 'google-sign-in';

/** Where a journey in the popup ends; the other journeys end on a page of the site. */
export const POPUP_DONE = '/login/google/done';
