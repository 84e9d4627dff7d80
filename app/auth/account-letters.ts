import type { Letter } from '#app/mail/mail-queue.server.ts';

// Every address in a mail is built from the site's public origin `url` alone, never from a request.

/**
 * To somebody who registered, or typed a new address: the page behind the link asks before anything happens, and leads
 * on to `next`, a path of this site.
 */
export function verifyLetter(to: string, url: string, token: string, next?: string): Letter {
  const query = next ? `?next=${encodeURIComponent(next)}` : '';
  return {
    to,
    kind: 'verify-address',
    subject: 'Confirm your email address',
    paragraphs: [
      `Somebody, probably you, gave this address at ${hostOf(url)}.`,
      'Open the page below and confirm that it is yours. Until then the account is only a claim.',
    ],
    action: { label: 'Confirm my address', url: `${url}/verify/${token}${query}` },
    footnote: 'The link works once, for 24 hours. If this was not you, say so on that page, or do nothing.',
  };
}

export function resetLetter(to: string, url: string, token: string): Letter {
  return {
    to,
    kind: 'reset-password',
    subject: 'Choose a new password',
    paragraphs: [
      `Somebody, probably you, asked for a new password at ${hostOf(url)}.`,
      'Choose it on the page below. Your other devices are signed out then.',
    ],
    action: { label: 'Choose a new password', url: `${url}/reset/${token}` },
    footnote: 'The link works once, for 30 minutes. If this was not you, do nothing: nothing has changed.',
  };
}

/** To the holder of an address that somebody has just registered again, or wants to change to. */
export function accountExistsLetter(to: string, url: string): Letter {
  return {
    to,
    kind: 'account-exists',
    subject: 'You already have an account',
    paragraphs: [
      `Somebody, perhaps you, gave this address for an account at ${hostOf(url)}. It belongs to your account, and stays with it.`,
      'If it was you, log in with your own password, or choose a new one.',
    ],
    action: { label: 'Choose a new password', url: `${url}/forgot` },
    footnote: 'If this was not you, do nothing: nobody else can use your account.',
  };
}

export function passwordChangedLetter(to: string, url: string): Letter {
  return noticeOf(to, url, 'password-changed', 'Your password was changed', [
    `The password of your account at ${hostOf(url)} was changed, and all other devices were signed out.`,
  ]);
}

/** To the address that the account had until now. */
export function addressChangedLetter(to: string, url: string, newAddress: string): Letter {
  return {
    to,
    kind: 'address-changed',
    subject: 'Your email address was changed',
    paragraphs: [
      `The address of your account at ${hostOf(url)} is now ${newAddress}. This is the last mail to the old one.`,
      'If this was not you, write to the owner of the site at once.',
    ],
    action: { label: 'Write to the owner', url: `${url}/contact` },
  };
}

export function googleLinkedLetter(to: string, url: string, isLinked: boolean): Letter {
  const subject = isLinked ? 'Google can sign you in now' : 'Google no longer signs you in';
  const what = isLinked ? 'was connected to' : 'was disconnected from';
  return noticeOf(to, url, 'google-linked', subject, [
    `A Google account ${what} your account at ${hostOf(url)}, and all other devices were signed out.`,
  ]);
}

export function passkeyAddedLetter(to: string, url: string, name: string): Letter {
  return passkeyNotice(to, url, 'passkey-added', 'A passkey was added to your account', [
    `The passkey “${name}” can now sign in to your account at ${hostOf(url)}.`,
    'If this was not you, choose a new password at once, log in with it, and remove the passkey.',
  ]);
}

export function passkeyRemovedLetter(to: string, url: string, name: string): Letter {
  return passkeyNotice(to, url, 'passkey-removed', 'A passkey was removed from your account', [
    `The passkey “${name}” no longer signs in to your account at ${hostOf(url)}, and all other devices were signed out.`,
    'If this was not you, choose a new password at once and check your passkeys.',
  ]);
}

export function recoveryCodesMadeLetter(to: string, url: string): Letter {
  return passkeyNotice(to, url, 'recovery-codes', 'You have new recovery codes', [
    `New recovery codes were created for your account at ${hostOf(url)}. Earlier codes no longer work.`,
    'If this was not you, choose a new password at once and create new codes.',
  ]);
}

/** `left` is how many codes still work. */
export function recoveryCodeUsedLetter(to: string, url: string, left: number): Letter {
  const codes = left === 1 ? '1 recovery code is' : `${left} recovery codes are`;
  return passkeyNotice(to, url, 'recovery-codes', 'A recovery code was used', [
    `Somebody chose a new password for your account at ${hostOf(url)} with a recovery code, and all devices were signed out. ${codes} left.`,
    'If this was not you, choose a new password at once and create new codes.',
  ]);
}

function passkeyNotice(
  to: string,
  url: string,
  kind: Letter['kind'],
  subject: string,
  paragraphs: string[],
): Letter {
  const action = { label: 'See your passkeys', url: `${url}/account/passkeys` };
  return { to, kind, subject, paragraphs, action, footnote: `To choose a new password: ${url}/forgot` };
}

/** To the administrator, about a browser that has not been seen before. `now` is UTC epoch milliseconds. */
export function newSignInLetter(to: string, url: string, now: number): Letter {
  const at = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return noticeOf(to, url, 'new-sign-in', 'New sign-in to your account', [
    `The administrator of ${hostOf(url)} signed in from a new browser on ${at}.`,
  ]);
}

/** To the administrator: strangers have asked for so many emails that the site sends no more of them for now. */
export function mailCapLetter(to: string, url: string): Letter {
  return {
    to,
    kind: 'mail-cap',
    subject: 'Your site has reached its limit of emails',
    paragraphs: [
      `So many people registered or asked for a password link at ${hostOf(url)} within an hour that it sends no more such emails until the hour is over. Perhaps somebody is misusing the forms.`,
      'Nothing else is affected: everyone can read and log in, and browsers that have logged in before still get a password link.',
    ],
    action: { label: 'See the activity', url: `${url}/admin/activity` },
    footnote: 'Settings say how many such emails the site sends per hour.',
  };
}

function noticeOf(
  to: string,
  url: string,
  kind: Letter['kind'],
  subject: string,
  paragraphs: string[],
): Letter {
  return {
    to,
    kind,
    subject,
    paragraphs: [...paragraphs, 'If this was not you, choose a new password at once.'],
    action: { label: 'Choose a new password', url: `${url}/forgot` },
  };
}

function hostOf(url: string): string {
  return new URL(url).host;
}
