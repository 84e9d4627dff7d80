/** What the activity log records: auth events, admin writes, settings, tokens, exports. */
export type AuditAction =
  | 'registered'
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'signed-out-everywhere'
  | 'held-back'
  | 'proof-given'
  | 'proof-refused'
  | 'address-proven'
  | 'address-refused'
  | 'address-changed'
  | 'password-changed'
  | 'reset-asked'
  | 'password-reset'
  | 'google-linked'
  | 'google-unlinked'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed'
  | 'recovery-codes-created'
  | 'recovery-code-used'
  | 'session-ended'
  | 'other-sessions-ended'
  | 'account-deleted'
  | 'account-exported'
  | 'administrator-created'
  | 'item-saved'
  | 'item-removed'
  | 'settings-changed'
  | 'sample-town-removed'
  | 'sample-town-loaded'
  | 'sample-town-restored'
  | 'sample-town-asked'
  | 'token-created'
  | 'token-revoked'
  | 'emails-capped'
  | 'mail-tried-again'
  | 'content-exported'
  | 'content-imported'
  | 'backup-asked'
  | 'backup-plan-changed'
  | 'schedules-resumed'
  | 'town-restored'
  | 'town-moved'
  | 'poll-closed'
  | 'poll-reopened'
  | 'poll-copied'
  | 'poll-archived'
  | 'poll-exported';

/** Each action as text for users. */
export const actionWords: Record<AuditAction, string> = {
  registered: 'Registered',
  'signed-in': 'Signed in',
  'sign-in-refused': 'Could not sign in',
  'signed-out': 'Signed out',
  'signed-out-everywhere': 'Signed out everywhere',
  'held-back': 'Asked too often and has to wait',
  'proof-given': 'Showed again who they are',
  'proof-refused': 'Could not show who they are',
  'address-proven': 'Proved an email address',
  'address-refused': 'Said that an account was not asked for, which ended it',
  'address-changed': 'Changed the email address',
  'password-changed': 'Changed the password',
  'reset-asked': 'Asked for a link to choose a new password',
  'password-reset': 'Set a new password without the old one',
  'google-linked': 'Connected Google',
  'google-unlinked': 'Disconnected Google',
  'passkey-added': 'Added a passkey',
  'passkey-renamed': 'Renamed a passkey',
  'passkey-removed': 'Removed a passkey',
  'recovery-codes-created': 'Created recovery codes',
  'recovery-code-used': 'Chose a new password with a recovery code',
  'session-ended': 'Signed out a device',
  'other-sessions-ended': 'Signed out all other devices',
  'account-deleted': 'Deleted the account',
  'account-exported': 'Downloaded the account',
  'administrator-created': 'Made the administrator',
  'item-saved': 'Saved',
  'item-removed': 'Deleted',
  'settings-changed': 'Changed the settings',
  'sample-town-removed': 'Removed the sample town',
  'sample-town-loaded': 'Loaded the sample town',
  'sample-town-restored': 'Brought the sample town back',
  'sample-town-asked': 'Asked for the sample town',
  'token-created': 'Created an API token',
  'token-revoked': 'Revoked an API token',
  'emails-capped': 'Held back emails that strangers asked for: there were too many within an hour',
  'mail-tried-again': 'Tried a mail again',
  'content-exported': 'Exported the content',
  'content-imported': 'Imported content',
  'backup-asked': 'Asked for a backup',
  'backup-plan-changed': 'Changed when backups are made',
  'schedules-resumed': 'Resumed what runs by the calendar',
  'town-restored': 'Restored the town from a backup',
  'town-moved': 'Moved the town to this database',
  'poll-closed': 'Closed a poll',
  'poll-reopened': 'Opened a poll again',
  'poll-copied': 'Copied a poll',
  'poll-archived': 'Put a poll away, or back',
  'poll-exported': 'Downloaded the results of a poll',
};

/** Each actor as text for users. */
export const actorWords = {
  visitor: 'A visitor',
  member: 'A member',
  admin: 'The administrator',
  token: 'A program',
  operator: 'The operator',
  site: 'The site',
} as const;

/**
 * Who did it. `id` is the account's (for a visitor, the account that was tried), or the token's name; never an email
 * address.
 */
export type Actor = { kind: keyof typeof actorWords; id?: string };
