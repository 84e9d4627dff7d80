import type { MailKind } from './mail-queue.server.ts';
import type { Trouble } from './mail-trouble.ts';

/** What a mail is, for the administrator's list. */
export const mailKindWords: Record<MailKind, string> = {
  'verify-address': 'Confirm an address',
  'reset-password': 'Choose a new password',
  'address-changed': 'Address changed',
  'password-changed': 'Password changed',
  'google-linked': 'Google account linked',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'recovery-codes': 'Recovery codes',
  'new-sign-in': 'New sign-in',
  'account-exists': 'Account exists already',
  'mail-cap': 'Limit of emails reached',
  test: 'Test mail',
};

/** Why a mail has not gone, and what can be done, as sentences for the administrator. */
export const troubleWords: Record<Trouble, string> = {
  unreachable: 'The mail server does not answer. Check SMTP_URL, and that the server runs.',
  unsafe:
    'The connection to the mail server is not safe: it needs STARTTLS or smtps, and a valid certificate.',
  login: 'The mail server does not accept the user and password in SMTP_URL.',
  sender: 'The mail server does not accept the sender. Check MAIL_FROM.',
  deferred: 'The mail server asked to try again later.',
  refused: 'The mail server refused this mail for good. Check the address.',
  unwritable: 'The file could not be written. Check the disk and the rights of the data folder.',
  unknown: 'It did not work, for a reason unknown to Belfry. The log says more.',
};
