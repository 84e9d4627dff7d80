import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder } from '#app/platform/command-line/project-folder.ts';
import { CommandError } from '../command.ts';
import type { WriteExport } from './export-snapshot.ts';

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
