import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { collections } from '#app/collections.server.ts';
import { commandLine } from '#app/command-line/command-line.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { inSnapshot } from '#app/database/in-snapshot.ts';
import { liftTimeLimits } from '#app/database/time-limits.server.ts';
import { openMediaFiles } from '#app/media/media.server.ts';
import type { MediaFiles } from '#app/media/media-files.server.ts';
import { readSettings } from '#app/settings.server.ts';
import { type Command, CommandError, exitCodes, type Invocation, UsageError } from './command.ts';
import { type ExportedPictures, exportPictures } from './export-pictures.ts';
import { type Exported, exportCollections } from './export-records.ts';
import { noteOperation } from './note-operation.ts';
import { withCurrentDatabase } from './with-database.ts';

export const exportFiles: Command = {
  name: 'export',
  summary: 'Export articles, news, events, polls and businesses as JSON files',
  help: `Usage: ${commandLine('export')} FOLDER

Writes articles.json, news.json, events.json, polls.json and businesses.json to FOLDER and creates
the folder if needed. Each file is an array of records with the field names of the API, in the format
that 'import' reads. If there are pictures, they are in pictures.json and in the folder 'media'. The site can keep running: the files show everything as it was when the export
began.

The files are put in place only when all of them are complete. If you stop the command with Ctrl-C,
the files of an earlier export stay as they were. Accounts and settings are not exported.

Example: ${commandLine('export')} backup`,
  words: 'many',
  async run(invocation) {
    const { words, environment, terminal } = invocation;
    const [word] = words;
    if (word === undefined || words.length > 1) {
      throw new UsageError(`Give one folder to export to. See: ${commandLine('export --help')}`);
    }
    // npm runs commands in the project's folder and passes the original folder in this variable.
    const folder = resolve(environment.INIT_CWD ?? '.', word);
    const settings = readSettings(environment);
    const written = await withCurrentDatabase(settings, async ({ read, write }) => {
      const media = openMediaFiles(settings);
      const files = await writeFiles(read, media, folder, invocation).catch((error) => {
        throw wordFailure(error, folder, word);
      });
      if (files) await noteOperation(write, invocation, 'content-exported');
      return files;
    });
    terminal.endProgress();
    if (!written) {
      terminal.complain('Stopped. Nothing was exported.');
      return exitCodes.interrupted;
    }
    const { exported, pictures } = written;
    for (const { name, records } of exported)
      terminal.print(`${name} → ${word}/${name}.json: ${records} records`);
    if (pictures.records > 0)
      terminal.print(`pictures → ${word}/pictures.json and ${word}/media: ${pictures.records} records`);
    if (pictures.lost > 0)
      terminal.print(
        `Not exported, because they are missing or damaged: ${pictures.lost} picture files. See: ${commandLine('doctor')}`,
      );
    return exitCodes.done;
  },
};

type Written = { exported: Exported[]; pictures: ExportedPictures };

async function writeFiles(
  db: ReadDb,
  media: MediaFiles,
  folder: string,
  { terminal, signal }: Invocation,
): Promise<Written | undefined> {
  await mkdir(folder, { recursive: true });
  return inSnapshot(db, async (read) => {
    await liftTimeLimits(read as WriteDb);
    const pictures = await exportPictures(read, media, folder, signal).catch((error) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (!pictures) return undefined;
    try {
      const exported = await exportCollections(read, Object.values(collections), folder, {
        signal,
        onProgress: (name, written, total) => terminal.showProgress(name, written, total),
      });
      if (!exported) return undefined;
      await pictures.putInPlace();
      return { exported, pictures };
    } finally {
      await pictures.discard();
    }
  });
}

/** A problem with the folder, in one line; any other error unchanged. */
function wordFailure(error: unknown, folder: string, word: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC')
    return new CommandError(`There is not enough space for the export in ${word}. Nothing was exported.`);
  if (!path?.startsWith(folder)) return error;
  if (code === 'EEXIST' || code === 'ENOTDIR') return new CommandError(`${word} is a file, not a folder.`);
  if (code === 'EISDIR') return new CommandError(`One of the files to write to ${word} is a folder.`);
  return new CommandError(`The folder ${word} is not writable (${code}). Choose another one.`);
}
