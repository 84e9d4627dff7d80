import type { Letter } from '#app/platform/mail/mail-queue.server.ts';

// Every address in an email is built from the site's public origin `url` alone, never from a request.

/**
 * To someone who registered, or entered a new address: the page behind the link asks before anything happens, and leads
 * on to `next`, a path of this site.
 */
export function verifyLetter(to: string, url: string, token: string, next?: string): Letter {
  const query = next ? `?next=${encodeURIComponent(next)}` : '';
  return {
    to,
    kind: 'verify-address',
    subject: 'Confirm your email address',
    paragraphs: [
      `Someone (probably you) registered this address at ${hostOf(url)}.`,
      'Open the page below to confirm that it is yours. You can’t vote until you confirm.',
    ],
    action: { label: 'Confirm my address', url: `${url}/verify/${token}${query}` },
    footnote:
      'The link works once, for 24 hours. If this wasn’t you, say so on that page or ignore this email.',
  };
}

export function resetLetter(to: string, url: string, token: string): Letter {
  return {
    to,
    kind: 'reset-password',
    subject: 'Choose a new password',
    paragraphs: [
      `Someone (probably you) requested a new password at ${hostOf(url)}.`,
      'Choose it on the page below. This logs out your other devices.',
    ],
    action: { label: 'Choose a new password', url: `${url}/reset/${token}` },
    footnote:
      'The link works once, for 30 minutes. If this wasn’t you, ignore this email. Nothing has changed.',
  };
}

/** To the holder of an address that someone just registered again, or wants to change to. */
export function accountExistsLetter(to: string, url: string): Letter {
  return {
    to,
    kind: 'account-exists',
    subject: 'You already have an account',
    paragraphs: [
      `Someone (perhaps you) tried to use this address for an account at ${hostOf(url)}. You already have an account with this address, and it has not changed.`,
      'If it was you, log in with your password, or choose a new one.',
    ],
    action: { label: 'Choose a new password', url: `${url}/forgot` },
    footnote: 'If this wasn’t you, ignore this email. No one else can use your account.',
  };
}

export function passwordChangedLetter(to: string, url: string): Letter {
  return noticeOf(to, url, 'password-changed', 'Your password was changed', [
    `The password for your account at ${hostOf(url)} was changed, and all other devices were logged out.`,
  ]);
}

/** To the account's previous address. */
export function addressChangedLetter(to: string, url: string, newAddress: string): Letter {
  return {
    to,
    kind: 'address-changed',
    subject: 'Your email address was changed',
    paragraphs: [
      `The email address for your account at ${hostOf(url)} is now ${newAddress}. This is the last email to the old address.`,
      'If this wasn’t you, write to the owner of the site right away.',
    ],
    action: { label: 'Write to the owner', url: `${url}/contact` },
  };
}

export function googleLinkedLetter(to: string, url: string, isLinked: boolean): Letter {
  const subject = isLinked ? 'You can now log in with Google' : 'You can no longer log in with Google';
  const what = isLinked ? 'was connected to' : 'was disconnected from';
  return noticeOf(to, url, 'google-linked', subject, [
    `A Google account ${what} your account at ${hostOf(url)}, and all other devices were logged out.`,
  ]);
}

export function passkeyAddedLetter(to: string, url: string, name: string): Letter {
  return passkeyNotice(to, url, 'passkey-added', 'A passkey was added to your account', [
    `The passkey “${name}” can now log in to your account at ${hostOf(url)}.`,
    'If this wasn’t you, choose a new password right away, log in with it, and remove the passkey.',
  ]);
}

export function passkeyRemovedLetter(to: string, url: string, name: string): Letter {
  return passkeyNotice(to, url, 'passkey-removed', 'A passkey was removed from your account', [
    `The passkey “${name}” can no longer log in to your account at ${hostOf(url)}, and all other devices were logged out.`,
    'If this wasn’t you, choose a new password right away and check your passkeys.',
  ]);
}

export function recoveryCodesMadeLetter(to: string, url: string): Letter {
  return passkeyNotice(to, url, 'recovery-codes', 'New recovery codes were created', [
    `New recovery codes were created for your account at ${hostOf(url)}. Earlier codes no longer work.`,
    'If this wasn’t you, choose a new password right away and create new codes.',
  ]);
}

/** `left` is how many codes still work. */
export function recoveryCodeUsedLetter(to: string, url: string, left: number): Letter {
  const codes = left === 1 ? '1 recovery code is' : `${left} recovery codes are`;
  return passkeyNotice(to, url, 'recovery-codes', 'A recovery code was used', [
    `Someone used a recovery code to choose a new password for your account at ${hostOf(url)}, and all devices were logged out. ${codes} left.`,
    'If this wasn’t you, choose a new password right away and create new codes.',
  ]);
}

function passkeyNotice(
  to: string,
  url: string,
  kind: Letter['kind'],
  subject: string,
  paragraphs: string[],
): Letter {
  const action = { label: 'Review your passkeys', url: `${url}/account/passkeys` };
  return { to, kind, subject, paragraphs, action, footnote: `To choose a new password: ${url}/forgot` };
}

/** To someone who works on the site, about a new browser. `now` is UTC epoch milliseconds. */
export function newSignInLetter(to: string, url: string, now: number): Letter {
  const at = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return noticeOf(to, url, 'new-sign-in', 'New login to your account', [
    `You logged in to ${hostOf(url)} from a new browser on ${at}.`,
  ]);
}

/** To the administrator: strangers triggered too many emails, and the site has paused sending them. */
export function mailCapLetter(to: string, url: string): Letter {
  return {
    to,
    kind: 'mail-cap',
    subject: 'Your site has reached its email limit',
    paragraphs: [
      `Too many people registered or requested a password link at ${hostOf(url)} within an hour, so the site sends no more of these emails until the hour is over. Someone may be misusing the forms.`,
      'Nothing else is affected. Everyone can read and log in, and browsers that have logged in before can still request a password link.',
    ],
    action: { label: 'See recent activity', url: `${url}/admin/activity` },
    footnote: 'You can change the limit in Settings.',
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
    paragraphs: [...paragraphs, 'If this wasn’t you, choose a new password right away.'],
    action: { label: 'Choose a new password', url: `${url}/forgot` },
  };
}

function hostOf(url: string): string {
  return new URL(url).host;
}
