import { startLine } from '#app/platform/command-line/command-line.ts';

type Failure = {
  /** Whether it happened while the server began to listen. */
  listening?: boolean;
  name?: string;
  code?: string;
  message?: string;
  port?: number;
  address?: string;
  path?: string;
  syscall?: string;
};

/** Our own errors, whose message is such a line already. */
const WORDED = new Set([
  'SettingsError',
  'NewerDatabaseError',
  'UnreleasedDatabaseError',
  'UnusableDatabaseError',
  'FolderInUseError',
  'BackupError',
  'StoppedError',
]);

/** One line that says what stopped the start and what to do about it. Never a stack trace, never a secret. */
export function explainError(error: unknown): string {
  const failure = (error ?? {}) as Failure;
  const message = (failure.message ?? String(error)).split('\n')[0] ?? '';
  if (WORDED.has(failure.name ?? '')) return message;
  if (failure.listening && (failure.code === 'ENOTFOUND' || failure.code === 'EAI_AGAIN')) {
    return 'HOST is not an address of this machine. Example: HOST=127.0.0.1';
  }
  return explainByCode(failure) ?? explainByMessage(message) ?? message;
}

function explainByCode({ code, port, address, path, syscall }: Failure): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is already in use. Stop the other program or choose another port: ${startLine(`PORT=${(port ?? 3000) + 1}`)}`;
    case 'EACCES':
    case 'EPERM':
      return port
        ? `Port ${port} requires administrator rights. Choose one above 1023: ${startLine('PORT=3000')}`
        : `No permission for ${path}. Make it writable or choose another folder: BELFRY_DATA=…`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${address}. Check HOST.`;
    case 'ENOSPC':
      return 'The disk is full. Nothing was lost. Free some space and start again.';
    case 'EEXIST':
    case 'ENOTDIR':
      return `${path ?? 'The data folder'} is not a folder. Choose another one: BELFRY_DATA=…`;
    case 'ENOENT':
      if (syscall !== 'mkdir') return `There is no file or folder ${path ?? 'with that name'}.`;
      return `The data folder ${path ?? ''} cannot be created there. Choose another one: BELFRY_DATA=…`;
    case 'EROFS':
      return `The data folder ${path ?? ''} is read-only. Choose a writable one: BELFRY_DATA=…`;
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case '08001':
    case '08006':
      return 'PostgreSQL does not respond at the address in DATABASE_URL. Check that it is running and that the address is correct.';
    case '25006':
      return 'The PostgreSQL server in DATABASE_URL is a standby or read-only. Use the primary, or list all servers: postgres://user:password@one,two/town';
    case '42501':
      return 'The user in DATABASE_URL may not create tables in its database. Run: ALTER DATABASE … OWNER TO …';
    case '53300':
      return 'PostgreSQL has no free connections. Raise max_connections, or put a connection pooler in front of it.';
    case '57P03':
      return 'PostgreSQL is starting or stopping. Start again in a moment.';
    case '28P01':
    case '28000':
      return 'PostgreSQL rejected the user or password in DATABASE_URL.';
    case '3D000':
      return 'The database named in DATABASE_URL does not exist. Create it, then start again.';
  }
  return undefined;
}

function explainByMessage(message: string): string | undefined {
  if (/unable to open database file|readonly database|read-only/i.test(message)) {
    return 'The database in the data folder is not writable. Make the folder writable or choose another one: BELFRY_DATA=…';
  }
  if (/disk is full|disk I\/O/i.test(message))
    return 'The disk is full or failing. Nothing was lost. Free some space and start again.';
  if (/not a database|malformed/i.test(message)) {
    return 'The database file is damaged. Restore a backup, or move belfry.db away to start with an empty one.';
  }
  return undefined;
}
