import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collections } from '#app/collections.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { buildFolder } from '#app/platform/command-line/project-folder.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { type Command, CommandError, type Invocation, seeHelp, UsageError } from '../command.ts';
import { DOCUMENTS } from './document-records.ts';
import { exportCsv } from './export-csv.ts';
import { exportGhost, exportWxr } from './export-other.ts';
import { copyPictures, exportCollections, PICTURES } from './export-records.ts';
import { type ExportSource, exportSnapshot, type WriteExport } from './export-snapshot.ts';

/** The other forms of the export, by the word before the file or folder: `belfry export csv FOLDER`. */
const forms: Record<string, (word: string, invocation: Invocation) => Promise<number>> = {
  csv: (word, invocation) => exportSnapshot(word, invocation, exportCsv),
  ghost: (word, invocation) => exportSnapshot(word, invocation, exportGhost),
  wxr: (word, invocation) => exportSnapshot(word, invocation, exportWxr),
  site: (word, invocation) => exportSnapshot(word, invocation, exportSite),
};

export const exportFiles: Command = {
  name: 'export',
  summary: 'Export articles, news, events, polls and businesses, for this site or for other systems',
  help: `Usage: ${commandLine('export')} FOLDER
       ${commandLine('export')} csv FOLDER
       ${commandLine('export')} site FOLDER
       ${commandLine('export')} wxr FILE
       ${commandLine('export')} ghost FILE

Writes articles.json, news.json, events.json, polls.json and businesses.json to FOLDER and creates
the folder if needed. Each file is an array of records with the field names of the API, in the format
that 'import' reads, and so are notices.json with urgent notices, documents.json, and pictures.json if there
are pictures. The files of documents and pictures are in the folder 'media'.

For other systems: 'csv' writes tables for spreadsheets, 'wxr' a file for WordPress's importer, and
'ghost' one for Ghost's. These name pictures by their addresses, so the other system gets them from
this site: keep it running until then. 'move-in' can read all of them. 'site' writes the whole public
site as pages that open from the folder, with a search that needs no server, and that any web host can
serve; it replaces a folder only if an earlier 'export site' made it.

The site can keep running: the files show everything as it was when the export began. They are put in
place only when all of them are complete. If you stop the command with Ctrl-C, the files of an earlier
export stay as they were. Accounts and settings are not exported.

Examples: ${commandLine('export')} backup
          ${commandLine('export')} wxr town.xml`,
  words: 'many',
  verbs: Object.fromEntries(Object.keys(forms).map((form) => [form, { options: [] }])),
  async run(invocation) {
    const [first, second, ...others] = invocation.words;
    const form = second === undefined ? undefined : forms[first as string];
    if (form && second !== undefined && others.length === 0) return form(second, invocation);
    if (first === undefined || second !== undefined)
      throw new UsageError(`Give one folder to export to, or a form and a place. ${seeHelp('export')}`);
    return exportSnapshot(first, invocation, (source, folder) =>
      writeFiles(source, folder, first, invocation),
    );
  },
};

async function writeFiles(
  { read, settings }: ExportSource,
  folder: string,
  word: string,
  { terminal, signal }: Invocation,
): Promise<string[] | undefined> {
  await mkdir(folder, { recursive: true });
  const lost = await copyPictures(read, openMediaFiles(settings), folder, signal).catch((error) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (lost === undefined) return undefined;
  const onProgress = terminal.showProgress;
  const counts = await exportCollections(read, Object.values(collections), folder, { signal, onProgress });
  if (!counts) return undefined;
  const lines = [...counts]
    .filter(([name, count]) => name !== PICTURES || count > 0)
    .map(
      ([name, count]) =>
        `${name} → ${word}/${name}.json${isWithFiles(name, count) ? ` and ${word}/media` : ''}: ${count} records`,
    );
  if (lost > 0)
    lines.push(
      `Not exported, because they are missing or damaged: ${lost} picture files or documents. See: ${commandLine('doctor')}`,
    );
  return lines;
}

function isWithFiles(name: string, count: number): boolean {
  return name === PICTURES || (name === DOCUMENTS && count > 0);
}

/** The site as files that need no server. The build renders them, as it renders the pages of a running site. */
export const exportSite: WriteExport = async ({ read, settings }, path, { words, terminal, signal, now }) => {
  const built = join(buildFolder, 'server/static-site.js');
  if (!existsSync(built)) throw new CommandError('The site is not built yet. Run: npm run build');
  const { exportStaticSite } = (await import(built)) as typeof import('../../server/static-site.ts');
  const written = await exportStaticSite(path, {
    settings,
    read,
    now,
    signal,
    onProgress: terminal.showProgress,
  }).catch((error: Error) => {
    throw error.name === 'SiteFolderError' ? new CommandError(error.message) : error;
  });
  if (!written) return undefined;
  const { pages, files, lost } = written;
  const folder = words.at(-1);
  const lines = [`The site → ${folder}: ${pages} pages, ${files} files. Open ${folder}/index.html`];
  if (lost > 0) lines.push(`Not exported, because they are missing or damaged: ${lost} files.`);
  return lines;
};
