/** The folder of a static site: written next to its place, and put there when it is complete. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';

/** Is in every folder that an export made, and only there. */
const MARK = '.belfry-site.json';

/** The folder can't be used. The message says why and what to do. */
class SiteFolderError extends Error {
  override name = 'SiteFolderError';
}

/** The files of the site that is being written; `name` is relative, with '/'. Everyone can read them: they are public. */
export type SiteFolder = {
  /** Of this export alone, deleted with its end. */
  workFolder: string;
  write: (name: string, content: string | Uint8Array) => Promise<void>;
  writeStream: (name: string, content: ReadableStream<Uint8Array>) => Promise<void>;
  count: () => number;
};

/**
 * Runs `work` with a new folder, which takes the place of `path` if `work` returns true; otherwise, and when it throws,
 * what is at `path` stays as it was. Throws SiteFolderError when that is not a site that this function made.
 */
export async function withSiteFolder(
  path: string,
  work: (folder: SiteFolder) => Promise<boolean>,
): Promise<boolean> {
  await refuseOthers(path);
  return withWorkFolder(dirname(path), async (workFolder) => {
    const site = join(workFolder, 'site');
    await makeFolder(site);
    const folder = openFolder(site, join(workFolder, 'work'));
    const isWhole = await work(folder);
    if (!isWhole) return false;
    await folder.write(MARK, `${JSON.stringify({ made: 'belfry export site' })}\n`);
    await putFolderInPlace(site, path, workFolder);
    return true;
  });
}

async function refuseOthers(path: string): Promise<void> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error.code === 'ENOTDIR'
      ? new SiteFolderError(`${basename(path)} is a file, not a folder.`)
      : error;
  });
  if (names.length === 0) return;
  const mark = await readFile(join(path, MARK), 'utf8').catch(() => '');
  if (!mark.includes('belfry export site'))
    throw new SiteFolderError(
      `${basename(path)} has other files, and an export replaces the whole folder. Give a new or an empty folder. Nothing was changed.`,
    );
}

/** The earlier site is moved away first: it comes back if the new one can't take its place. */
async function putFolderInPlace(site: string, path: string, workFolder: string): Promise<void> {
  const earlier = join(workFolder, `earlier-${randomBytes(6).toString('hex')}`);
  const hadEarlier = await rename(path, earlier).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  try {
    await rename(site, path);
  } catch (error) {
    if (hadEarlier) await rename(earlier, path);
    throw error;
  }
}

function openFolder(site: string, workFolder: string): SiteFolder {
  const known = new Set([site]);
  let count = 0;

  async function folderPathOf(name: string): Promise<string> {
    const path = join(site, ...name.split('/'));
    await makeFolders(dirname(path));
    count++;
    return path;
  }

  async function makeFolders(folder: string): Promise<void> {
    if (known.has(folder)) return;
    await makeFolders(dirname(folder));
    await makeFolder(folder);
    if (known.size > MOST_KNOWN) known.clear();
    known.add(site).add(folder);
  }

  return {
    workFolder,
    count: () => count,
    async write(name, content) {
      const path = await folderPathOf(name);
      await writeFile(path, content);
      await chmod(path, 0o644);
    },
    async writeStream(name, content) {
      const path = await folderPathOf(name);
      await pipeline(Readable.fromWeb(content as never), createWriteStream(path));
      await chmod(path, 0o644);
    },
  };
}

const MOST_KNOWN = 10_000;

/** Whatever this process may create for itself: these are for a web server. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(folder, 0o755);
}
