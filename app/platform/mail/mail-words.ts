import type { MailFault } from './mail-error.ts';
import type { MailKind } from './mail-queue.server.ts';

/** The kind of an email, for the administrator's list. */
export const mailKindWords: Record<MailKind, string> = {
  'verify-address': 'Confirm an address',
  'reset-password': 'Choose a new password',
  'address-changed': 'Address changed',
  'password-changed': 'Password changed',
  'google-linked': 'Google account linked',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'recovery-codes': 'Recovery codes',
  'new-sign-in': 'New login',
  'account-exists': 'Account already exists',
  'mail-cap': 'Email limit reached',
  'suggestion-received': 'Suggestion received',
  'suggestion-decided': 'Suggestion decided',
  'confirm-newsletter': 'Confirm a newsletter subscription',
  'newsletter-known': 'Newsletter already subscribed',
  'issue-ready': 'Newsletter ready for review',
  trouble: 'Backup or newsletter failed',
  'trouble-over': 'Backups work again',
  invitation: 'Invitation to work on the site',
  'invitation-declined': 'Notice that an invitation was declined',
  'administrator-offer': 'Offer of the administrator’s role',
  'administrator-transferred': 'Notice of a new administrator',
  waiting: 'What waits in the inbox',
  successor: 'Instructions for the successor',
  'newsletter-test': 'Test of the newsletter',
  test: 'Test email',
};

/** Why an email was not sent, and what can be done, as text for the administrator. */
export const mailFaultWords: Record<MailFault, string> = {
  unreachable: 'The mail server does not respond. Check SMTP_URL and that the server is running.',
  unsafe:
    'The connection to the mail server is not secure. It needs STARTTLS or smtps and a valid certificate.',
  login: 'The mail server rejected the user name or password in SMTP_URL.',
  sender: 'The mail server rejected the sender. Check MAIL_FROM.',
  'too-large': 'The email is larger than the mail server accepts. Raise its limit.',
  deferred: 'The mail server asked to try again later.',
  refused: 'The mail server rejected this email permanently. Check the address.',
  unwritable: 'The file could not be written. Check the disk and the permissions of the data folder.',
  unknown: 'Sending failed for an unknown reason. See the log for details.',
};
