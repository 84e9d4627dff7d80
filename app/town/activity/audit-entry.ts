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
  | 'name-changed'
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
  | 'account-disabled'
  | 'account-enabled'
  | 'account-exported'
  | 'administrator-created'
  | 'draft-handed-in'
  | 'draft-taken-back'
  | 'draft-returned'
  | 'person-invited'
  | 'invitation-resent'
  | 'invitation-withdrawn'
  | 'invitation-accepted'
  | 'invitation-declined'
  | 'role-changed'
  | 'person-removed'
  | 'administrator-offered'
  | 'administrator-offer-ended'
  | 'administrator-transferred'
  | 'item-saved'
  | 'item-removed'
  | 'item-restored'
  | 'item-deleted'
  | 'draft-discarded'
  | 'preview-link-created'
  | 'preview-link-revoked'
  | 'picture-added'
  | 'picture-changed'
  | 'picture-removed'
  | 'document-added'
  | 'document-changed'
  | 'document-replaced'
  | 'document-removed'
  | 'source-added'
  | 'source-changed'
  | 'source-removed'
  | 'inbox-published'
  | 'inbox-discarded'
  | 'inbox-snoozed'
  | 'inbox-merged'
  | 'inbox-split'
  | 'inbox-undone'
  | 'trusted-published'
  | 'newsletter-settings-changed'
  | 'issue-built'
  | 'issue-changed'
  | 'issue-tested'
  | 'issue-scheduled'
  | 'issue-unscheduled'
  | 'issue-approved'
  | 'issue-sent'
  | 'issue-stopped'
  | 'issue-resumed'
  | 'issue-resent'
  | 'issue-removed'
  | 'notice-added'
  | 'notice-changed'
  | 'notice-ended'
  | 'notice-removed'
  | 'proof-key-created'
  | 'redirect-added'
  | 'redirect-changed'
  | 'redirect-removed'
  | 'redirects-imported'
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
  | 'backup-downloaded'
  | 'backup-deleted'
  | 'restore-test-asked'
  | 'backup-plan-changed'
  | 'schedules-resumed'
  | 'town-restored'
  | 'town-moved'
  | 'town-handed-over'
  | 'town-frozen'
  | 'town-unfrozen'
  | 'belfry-upgraded'
  | 'belfry-rolled-back'
  | 'successor-changed'
  | 'successor-notified'
  | 'poll-closed'
  | 'poll-reopened'
  | 'poll-copied'
  | 'poll-archived'
  | 'poll-exported'
  | 'subscriber-added'
  | 'subscriber-changed'
  | 'subscriber-erased'
  | 'subscribers-imported'
  | 'subscribers-exported';

/** Each action as text for users. */
export const actionWords: Record<AuditAction, string> = {
  registered: 'Registered',
  'signed-in': 'Logged in',
  'sign-in-refused': 'Could not log in',
  'signed-out': 'Logged out',
  'signed-out-everywhere': 'Logged out everywhere',
  'held-back': 'Made too many attempts and has to wait',
  'proof-given': 'Confirmed their identity',
  'proof-refused': 'Could not confirm their identity',
  'address-proven': 'Confirmed an email address',
  'address-refused': 'Reported an account they did not create, which deleted it',
  'address-changed': 'Changed the email address',
  'name-changed': 'Changed their name',
  'password-changed': 'Changed the password',
  'reset-asked': 'Requested a link to choose a new password',
  'password-reset': 'Set a new password without the old one',
  'google-linked': 'Connected Google',
  'google-unlinked': 'Disconnected Google',
  'passkey-added': 'Added a passkey',
  'passkey-renamed': 'Renamed a passkey',
  'passkey-removed': 'Removed a passkey',
  'recovery-codes-created': 'Created recovery codes',
  'recovery-code-used': 'Chose a new password with a recovery code',
  'session-ended': 'Logged out a device',
  'other-sessions-ended': 'Logged out all other devices',
  'account-deleted': 'Deleted the account',
  'account-disabled': 'Disabled an account',
  'account-enabled': 'Enabled an account',
  'account-exported': 'Downloaded the account data',
  'administrator-created': 'Became the administrator',
  'draft-handed-in': 'Handed in',
  'draft-taken-back': 'Took back the draft',
  'draft-returned': 'Handed back',
  'person-invited': 'Invited someone as',
  'invitation-resent': 'Sent an invitation again, as',
  'invitation-withdrawn': 'Withdrew an invitation as',
  'invitation-accepted': 'Accepted an invitation as',
  'invitation-declined': 'Declined an invitation as',
  'role-changed': 'Changed the role of',
  'person-removed': 'Removed the person',
  'administrator-offered': 'Offered the administrator’s role to',
  'administrator-offer-ended': 'Ended the offer of the administrator’s role',
  'administrator-transferred': 'Took over the administrator’s role',
  'item-saved': 'Saved',
  'item-removed': 'Deleted',
  'item-restored': 'Restored',
  'draft-discarded': 'Discarded the draft of',
  'item-deleted': 'Permanently deleted',
  'preview-link-created': 'Created a preview link for',
  'preview-link-revoked': 'Revoked the preview link of',
  'picture-added': 'Added a picture',
  'picture-changed': 'Changed a picture',
  'picture-removed': 'Deleted a picture',
  'document-added': 'Added a document',
  'document-changed': 'Changed a document',
  'document-replaced': 'Replaced a document',
  'document-removed': 'Deleted a document',
  'source-added': 'Added the source',
  'source-changed': 'Changed the source',
  'source-removed': 'Removed the source',
  'inbox-published': 'Published from the inbox',
  'inbox-discarded': 'Discarded in the inbox',
  'inbox-snoozed': 'Snoozed in the inbox',
  'inbox-merged': 'Merged in the inbox',
  'inbox-split': 'Separated the duplicates of',
  'inbox-undone': 'Undid in the inbox:',
  'trusted-published': 'Published the event of a trusted sender',
  'newsletter-settings-changed': 'Changed the newsletter’s settings',
  'issue-built': 'Built the newsletter issue',
  'issue-changed': 'Changed the newsletter issue',
  'issue-tested': 'Sent a test of the newsletter issue',
  'issue-scheduled': 'Scheduled the newsletter issue',
  'issue-unscheduled': 'Unscheduled the newsletter issue',
  'issue-approved': 'Approved the newsletter issue',
  'issue-sent': 'Sent the newsletter issue',
  'issue-stopped': 'Stopped sending the newsletter issue',
  'issue-resumed': 'Resumed sending the newsletter issue',
  'issue-resent': 'Sent emails of unknown outcome again, of the newsletter issue',
  'issue-removed': 'Deleted the newsletter draft',
  'notice-added': 'Put up the notice',
  'notice-changed': 'Changed the notice',
  'notice-ended': 'Ended the notice',
  'notice-removed': 'Deleted the notice',
  'proof-key-created': 'Created the key for proofs of publication',
  'redirect-added': 'Added the redirect of',
  'redirect-changed': 'Changed the redirect of',
  'redirect-removed': 'Removed the redirect of',
  'redirects-imported': 'Imported redirects:',
  'settings-changed': 'Changed the settings',
  'sample-town-removed': 'Removed the sample town',
  'sample-town-loaded': 'Loaded the sample town',
  'sample-town-restored': 'Restored the sample town',
  'sample-town-asked': 'Started loading the sample town',
  'token-created': 'Created an API token',
  'token-revoked': 'Revoked an API token',
  'emails-capped': 'Held back account emails: the hourly limit was reached',
  'mail-tried-again': 'Retried an email',
  'content-exported': 'Exported the content',
  'content-imported': 'Imported content',
  'backup-asked': 'Started a backup',
  'backup-downloaded': 'Downloaded the backup',
  'backup-deleted': 'Deleted the backup',
  'restore-test-asked': 'Started a restore test',
  'backup-plan-changed': 'Changed the backup settings',
  'schedules-resumed': 'Resumed scheduled jobs',
  'town-restored': 'Restored the town from a backup',
  'town-moved': 'Moved the town to this database',
  'town-handed-over': 'Wrote the town into a file for a successor',
  'town-frozen': 'Froze the site',
  'town-unfrozen': 'Let the site be changed again',
  'belfry-upgraded': 'Upgraded Belfry',
  'belfry-rolled-back': 'Rolled Belfry back',
  'successor-changed': 'Changed the page for the successor',
  'successor-notified': 'Emailed the instructions to the successor',
  'poll-closed': 'Closed a poll',
  'poll-reopened': 'Reopened a poll',
  'poll-copied': 'Duplicated a poll',
  'poll-archived': 'Archived or unarchived a poll',
  'poll-exported': 'Downloaded poll results',
  'subscriber-added': 'Added a newsletter subscriber',
  'subscriber-changed': 'Changed a newsletter subscriber',
  'subscriber-erased': 'Erased a newsletter subscriber',
  'subscribers-imported': 'Imported newsletter subscribers',
  'subscribers-exported': 'Downloaded the newsletter subscribers',
};

const actorWords = {
  visitor: 'A visitor',
  member: 'A member',
  contributor: 'A contributor',
  editor: 'An editor',
  admin: 'The administrator',
  token: 'An API client',
  operator: 'The operator',
  site: 'The site',
} as const;

/**
 * Who did it, as text for users. `name` is the account's, if it has one. That of a reader says that it is a reader's:
 * anyone can call themselves like the administrator.
 */
export function describeActor({ kind, id }: Actor, name: string | null): string {
  if (kind === 'token' && id) return `${actorWords.token} with the token “${id}”`;
  if (kind === 'admin' || kind === 'editor' || kind === 'contributor') return name ?? actorWords[kind];
  return kind === 'member' && name ? `${name} (a member)` : actorWords[kind];
}

/**
 * Who did it. `id` is the account's (for a visitor, the account that was tried), or the token's name; never an email
 * address.
 */
export type Actor = { kind: keyof typeof actorWords; id?: string };
