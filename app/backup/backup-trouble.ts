/** A backup, a restore or a move could not be done. The message is one line that says why and what is unharmed. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Somebody asked that the work be given up. Nothing of it is left behind. */
export class StoppedError extends BackupError {
  override name = 'StoppedError';

  constructor() {
    super('Stopped.');
  }
}

/** Throws StoppedError once `signal` has fired: to be called where nothing is half done. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new StoppedError();
}

/** Hears how far work has come: of what, how many are done, and of how many. */
export type OnProgress = (what: string, done: number, total: number) => void;
