/** The message from the popup to the page that opened it. They share no window: only a same-origin channel. */
export type GoogleSignal = 'signedIn' | 'failed';

export const GOOGLE_CHANNEL = 'google-sign-in';

/** Where a journey in the popup ends; other journeys end on a page of the site. */
export const POPUP_DONE = '/login/google/done';
