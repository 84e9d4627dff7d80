/** Names what was checked, for programs: never changed, and never used for anything else. */
type FindingId =
  | 'node'
  | 'settings'
  | 'unknown-variable'
  | 'public-address'
  | 'proxy'
  | 'workers'
  | 'clock'
  | 'data-folder'
  | 'data-folder-writable'
  | 'data-folder-private'
  | 'data-folder-use'
  | 'disk-space'
  | 'write-ahead-log'
  | 'site'
  | 'secret'
  | 'backup-age'
  | 'last-backup'
  | 'restore-test'
  | 'backup-encryption'
  | 'backup-folder'
  | 'bucket'
  | 'mail-server'
  | 'mail-from'
  | 'mail-encryption'
  | 'mail-size'
  | 'bounce-mailbox'
  | 'mail-sender'
  | 'dns-lookup'
  | 'mx'
  | 'spf'
  | 'dkim'
  | 'dmarc'
  | 'sqlite-version'
  | 'sqlite-program'
  | 'database'
  | 'database-file'
  | 'database-writes'
  | 'postgres-version'
  | 'postgres-durability'
  | 'postgres-standby'
  | 'postgres-rights'
  | 'schema'
  | 'search-index'
  | 'frozen'
  | 'media-bucket'
  | 'missing-pictures'
  | 'damaged-pictures'
  | 'unused-picture-files'
  | 'pictures'
  | 'town-names'
  | 'administrator'
  | 'links'
  | 'disabled-accounts';

/** One result of `doctor`; `what` of a problem or a warning says what to do. */
export type Finding = { id: FindingId; level: 'ok' | 'warning' | 'problem'; what: string };

export function ok(id: FindingId, what: string): Finding {
  return { id, level: 'ok', what };
}

export function warning(id: FindingId, what: string): Finding {
  return { id, level: 'warning', what };
}

export function problem(id: FindingId, what: string): Finding {
  return { id, level: 'problem', what };
}
