import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { CommandError, exitCodes, type Invocation } from '../command.ts';
import { deniedWriting, writableTyped } from '../typed-path.ts';
import { recordOperation, withCurrentDatabase } from '../with-database.ts';

/** What an export reads: `read` shows everything as it was when the export began. */
export type ExportSource = { read: ReadDb; settings: Settings };

/**
 * Writes one form of the export to `path`, and returns the lines that tell the user what was written. Undefined when it
 * was stopped; then, and when it throws, it has changed nothing.
 */
export type WriteExport = (
  source: ExportSource,
  path: string,
  invocation: Invocation,
) => Promise<string[] | undefined>;

/** Runs an export to the file or folder that the user typed as `word`, and returns the exit code. */
export async function exportSnapshot(
  word: string,
  invocation: Invocation,
  write: WriteExport,
): Promise<number> {
  const { environment, terminal } = invocation;
  const path = await writableTyped(invocation, word);
  const settings = readSettings(environment);
  const lines = await withCurrentDatabase(settings, async (database) => {
    const written = await inSnapshot(database.read, async (read) => {
      await liftTimeLimits(read as WriteDb);
      return write({ read, settings }, path, invocation);
    }).catch((error) => {
      throw wordFailure(error, path, word, invocation);
    });
    if (written) await recordOperation(database.write, invocation, 'content-exported');
    return written;
  });
  terminal.endProgress();
  if (!lines) {
    terminal.complain('Stopped. Nothing was exported.');
    return exitCodes.interrupted;
  }
  for (const line of lines) terminal.print(line);
  return exitCodes.done;
}

/** A problem with the folder or the file, in one line; any other error unchanged. */
function wordFailure(error: unknown, typed: string, word: string, invocation: Invocation): unknown {
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  if (code === 'ENOSPC')
    return new CommandError(`There is not enough space for the export in ${word}. Nothing was exported.`);
  if (!path?.startsWith(typed)) return error;
  if (code === 'EEXIST' || code === 'ENOTDIR') return new CommandError(`${word} is a file, not a folder.`);
  if (code === 'EISDIR')
    return new CommandError(
      path === typed || dest === typed
        ? `${word} is a folder, not a file.`
        : `One of the files to write to ${word} is a folder.`,
    );
  if (code === 'EACCES' || code === 'EPERM') return new CommandError(deniedWriting(invocation, typed));
  return new CommandError(`${word} is not writable (${code}). Choose another place.`);
}
