import type { Letter } from '#app/platform/mail/mail-queue.server.ts';
import { type GivenRole, roleWords } from './team.ts';

// Every address in an email is built from the site's public origin `url` alone, never from a request.

type Inviting = {
  url: string;
  title: string;
  token: string;
  role: GivenRole;
  inviter: string;
  message: string;
};

/** To someone who is invited to work on the site. The page behind the link asks before anything happens. */
export function invitationLetter(
  to: string,
  { url, title, token, role, inviter, message }: Inviting,
): Letter {
  const article = role === 'editor' ? 'an' : 'a';
  return {
    to,
    kind: 'invitation',
    subject: `${inviter} would like your help with ${title}`,
    paragraphs: [
      `${inviter} invites you to work on ${title} as ${article} ${roleWords[role].toLowerCase()}.`,
      ...message.split(/\n+/).filter((line) => line.trim() !== ''),
      'The page below says what that involves, and lets you accept or decline.',
    ],
    action: { label: 'See the invitation', url: `${url}/invitation?token=${token}` },
    footnote:
      'The link works once, for 7 days, and only for this address. If you don’t want this, ignore this email.',
  };
}

/** To the person who sent an invitation. */
export function declinedLetter(to: string, url: string, address: string): Letter {
  return {
    to,
    kind: 'invitation-declined',
    subject: 'Your invitation was declined',
    paragraphs: [`${address} does not want to work on the site at the moment.`],
    action: { label: 'People', url: `${url}/admin/people` },
  };
}

type Offering = { url: string; title: string; token: string; name: string };

/** To the person who is asked to become the administrator. */
export function offerLetter(to: string, { url, title, token, name }: Offering): Letter {
  return {
    to,
    kind: 'administrator-offer',
    subject: `${name} offers you the administrator’s role`,
    paragraphs: [
      `${name} would like you to become the administrator of ${title}.`,
      'The administrator alone has the settings, the people, API tokens, import, redirects and backups. Nothing changes unless you accept and enter your password.',
    ],
    action: { label: 'See the offer', url: `${url}/account/administrator?token=${token}` },
    footnote: 'The link works once, for 7 days, and only for you. If you don’t want this, ignore this email.',
  };
}

/** To both people, after the role was handed over. */
export function transferredLetter(
  to: string,
  { url, title, name }: Pick<Offering, 'url' | 'title' | 'name'>,
): Letter {
  return {
    to,
    kind: 'administrator-transferred',
    subject: 'The site has a new administrator',
    paragraphs: [
      `${name} is now the administrator of ${title}. The former administrator is an editor.`,
      'If you didn’t agree to this, write to the owner of the site right away.',
    ],
    action: { label: 'Open the admin', url: `${url}/admin` },
  };
}

/** To someone who asked for it, once a day. The link only opens the inbox. */
export function waitingLetter(
  to: string,
  { url, siteTitle, count, titles }: { url: string; siteTitle: string; count: number; titles: string[] },
): Letter {
  const items = count === 1 ? '1 item waits' : `${count} items wait`;
  return {
    to,
    kind: 'waiting',
    subject: `${items} in the inbox of ${siteTitle}`,
    paragraphs: [`${items} for a decision.`, ...titles],
    action: { label: 'Open the inbox', url: `${url}/admin/inbox` },
    footnote: `You can turn this email off in your account: ${url}/account`,
  };
}
