import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { mediaFolderOf, openMediaFiles } from '#app/platform/media/media.server.ts';
import { compareFiles, readIntact } from '#app/platform/media/picture-files.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { root, type Subject } from './subject.ts';

/**
 * Checks a site that has ended (I3): every file of the library is as it was stored, other files are whole, nothing is
 * left of interrupted uploads. Returns the problems as text.
 */
export async function checkPictures(subject: Subject): Promise<string[]> {
  const { dataFolder, databaseUrl } = subject;
  const folder = mediaFolderOf(dataFolder);
  const problems = readdirSync(folder)
    .filter((name) => !/^[0-9a-f]{2}$/.test(name))
    .map((name) => `${name} is left in the media folder`);
  const database = openDatabase(databaseUrl ? { url: databaseUrl } : { dataFolder });
  try {
    const files = openMediaFiles({ dataFolder });
    const isIntact = async (row: Parameters<typeof readIntact>[1]) =>
      typeof (await readIntact(files, row)) !== 'string';
    for await (const { kind, name } of compareFiles(database.read, files, isIntact)) {
      if (kind !== 'orphaned') problems.push(`${name} is ${kind}`);
      else if (!(await isWhole(join(folder, name.slice(0, 2), name))))
        problems.push(`${name} is half-written`);
    }
  } finally {
    await database.close();
  }
  return problems;
}

/** Decodes all of it. */
function isWhole(path: string): Promise<boolean> {
  return sharp(readFileSync(path), { failOn: 'error' })
    .stats()
    .then(
      () => true,
      () => false,
    );
}

/** The problems that `doctor` finds while the site runs. */
export function runDoctor(subject: Subject): Promise<string[]> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: subject.environment() };
    execFile(process.execPath, ['scripts/belfry.mjs', 'doctor', '--json'], options, (_error, text, said) => {
      try {
        const { findings } = JSON.parse(text) as { findings: { level: string; what: string }[] };
        resolve(findings.filter(({ level }) => level === 'problem').map(({ what }) => `doctor: ${what}`));
      } catch {
        resolve([`doctor did not run: ${text}${said}`]);
      }
    });
  });
}
