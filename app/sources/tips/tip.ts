/** An email that someone sent to the mailbox of tips, as a suggestion. */

/**
 * What was suggested. Texts are plain; `title` is one line. Of an event, `eventDate` is a day of the town ('2026-11-30')
 * and `eventTime` a time of it ('19:30') or 'All day'; of news both are ''. `link` is '' without one. `sender` is
 * the address that the email claims to be from, which anyone can forge; null without one.
 */
export type Tip = {
  kind: 'event' | 'news';
  title: string;
  description: string;
  eventDate: string;
  eventTime: string;
  eventLocation: string;
  link: string;
  sender: string | null;
  picture: { name: string; bytes: Uint8Array } | null;
};

/** `ignored`: nobody wrote it, the site itself did, it can't be read, or it says nothing. */
export type ReadTip =
  | { tip: Tip; ignored?: undefined }
  | { tip?: undefined; ignored: 'automatic' | 'own' | 'broken' | 'empty' };

/** What reading an email needs: `zone` is the town's (IANA), `now` UTC epoch milliseconds, `own` the site's senders. */
export type TipReading = { raw: Uint8Array; zone: string; now: number; own: string[] };
