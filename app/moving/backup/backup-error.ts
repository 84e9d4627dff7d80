/** A backup, a restore or a move failed. The message is one line that says why and what is unharmed. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The work was aborted. Nothing of it is left behind. */
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

/** Receives the progress: of what, how many are done, and of how many. */
export type OnProgress = (what: string, done: number, total: number) => void;

/** Work that can be stopped, and that says how far it is. */
export type Watching = { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined };
