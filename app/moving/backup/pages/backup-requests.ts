/** The job of a requested restore test. */
export const RESTORE_TEST = 'restore-test';

/** What passphrases of requested backups are sealed for, until the backup is made. */
export const BACKUP_PASSPHRASE = 'backup passphrase';

export const backupsPath = '/admin/backups';
