/** The emails about a suggestion, to its sender. */
import type { Letter } from '#app/platform/mail/mail-queue.server.ts';

type Received = { title: string; url: string; site: string };

/** To the address that someone entered in the form: the private link. */
export function receivedLetter(to: string, { title, url, site }: Received): Letter {
  return {
    to,
    kind: 'suggestion-received',
    subject: `We got your suggestion for ${site}`,
    paragraphs: [
      `Someone (probably you) sent “${short(title)}” to ${site} with this email address. An editor will read it.`,
      'Open the page below to check the status, to change or to withdraw it. If you sent it, press its button: then the editors see that the address is yours, and you get an email when it is decided.',
    ],
    action: { label: 'Open my suggestion', url },
    footnote:
      'Keep this email private: anyone with its link can change the suggestion, and send others in your name. If this wasn’t you, don’t press the button.',
  };
}

type Decided = Received & { isPublished: boolean; reason: string | null; note: string | null };

/** Once it is decided, to an address that was confirmed. */
export function decidedLetter(to: string, { title, url, site, isPublished, reason, note }: Decided): Letter {
  const what = `“${short(title)}”`;
  return {
    to,
    kind: 'suggestion-decided',
    subject: isPublished ? `${site} published your suggestion` : `About your suggestion for ${site}`,
    paragraphs: [
      isPublished ? `${what} is on the site. Thank you!` : `${what} was not published.`,
      ...(isPublished || !reason ? [] : [`Reason: ${reason}`]),
      ...(note ? [`The editor adds: ${note}`] : []),
    ],
    action: { label: isPublished ? 'See it on the site' : 'Visit the site', url },
  };
}

const MOST_TITLE = 120;

function short(title: string): string {
  return title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE - 1).toWellFormed()}…` : title;
}
