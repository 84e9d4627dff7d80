import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { containerOf } from '#app/moving/formats/archive.server.ts';
import type { FormatName } from '#app/moving/formats/format.ts';
import { recognizeFile } from '#app/moving/formats/formats.server.ts';
import {
  type KeptFile,
  plainNameOf,
  removeImportFiles,
  storeImportFiles,
} from '#app/moving/import/import-files.server.ts';
import type { ImportFile } from '#app/moving/import/import-run.ts';
import {
  createImportRun,
  findImportRun,
  removeImportRun,
  requestImport,
} from '#app/moving/import/import-store.server.ts';
import { parseHashConfig } from '#app/people/passwords/foreign-hash.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { isDiskFull, type Upload } from '#app/platform/media/add-picture.server.ts';
import { type FileField, type System, systemOf, systems } from './systems.ts';

type Args = Parameters<typeof writeContext>[0] & { request: Request };

/** The address of the next page, or the form as it comes back with the response's status. */
type Started = { to: string } | { state: StartState; status: number };

const ID = /^[0-9a-f-]{36}$/;
const MOST_HASH_BYTES = 10_000;

/**
 * Receives the first page's form, keeps its files and requests the dry run. If something is wrong, the files that
 * arrived are kept for the next try. Nothing is imported.
 */
export async function startImport(args: Args): Promise<Started> {
  const { services, write, now, viewer } = writeContext(args);
  const { dataFolder } = services.settings;
  const { values } = await readForm(args.request, [hidden('from', 'kept', 'hash', 'instead')]);
  const system = systemOf(values.from);
  const { uploads, problems, status } = received(args, system);
  const known = values.kept;
  // Sent twice, or again from the browser's history.
  if (ID.test(known) && uploads.length === 0 && (await findImportRun(write, known)))
    return { to: pageOf(known) };
  const id = ID.test(known) && !(await findImportRun(write, known)) ? known : randomUUID();
  const state: StartState = {
    from: system.name,
    hash: values.hash,
    kept: id,
    files: [],
    instead: values.instead,
    problems,
  };
  let files: KeptFile[];
  try {
    files = await storeImportFiles(dataFolder, id, uploads);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    problems.form = 'There is too little space on the server’s disk. Nothing was saved.';
    return { state, status: 507 };
  }
  state.files = files.map(({ field, name, bytes }) => ({ field, name, bytes }));
  const used = files.filter(({ field }) => system.fields.some(({ name }) => name === field));
  const [first] = system.fields;
  const isAnyChosen = used.some(({ field }) => !fieldOf(system, field)?.isPictures);
  if (first && !isAnyChosen && Object.keys(problems).length === 0) problems[first.name] = 'Choose a file';
  const hashConfig = system.name === 'firebase' && state.hash.trim() ? { hashConfig: state.hash } : {};
  if (hashConfig.hashConfig) Object.assign(problems, hashProblem(state.hash));
  const recognized = await recognizeAll(system, used, problems);
  if (Object.keys(problems).length > 0) return { state, status };
  await createImportRun(write, {
    id,
    origin: originOf(system, recognized),
    files: recognized,
    options: { choices: {}, pictures: 'fetch', ...hashConfig },
    createdBy: viewer.kind === 'visitor' ? null : viewer.userId,
    now,
  });
  const isTable = recognized.some(({ format }) => format === 'csv');
  if (!isTable) await requestImport(write, id, 'dry-run');
  if (ID.test(state.instead) && (await removeImportRun(write, state.instead)))
    await removeImportFiles(dataFolder, state.instead);
  return { to: isTable ? `${pageOf(id)}/mapping` : pageOf(id) };
}

/** What the files are, from their beginnings; `problems` receives why one can't be imported. */
async function recognizeAll(
  system: System,
  files: readonly KeptFile[],
  problems: Record<string, string>,
): Promise<ImportFile[]> {
  const recognized: ImportFile[] = [];
  for (const file of files) {
    const { field, name, path, bytes } = file;
    const { format, problem } = await recognize(system, file);
    if (problem) problems[field] ??= `${name}: ${problem}`;
    recognized.push({ path, name, bytes, format: format ?? null });
  }
  // Each table has columns of its own.
  const [, second] = recognized.filter(({ format }) => format === 'csv');
  const field = files.find(({ path }) => path === second?.path)?.field;
  if (second && field)
    problems[field] ??= `${second.name}: Import one .csv at a time. Each has columns of its own`;
  return recognized;
}

type Recognized = { format?: FormatName | undefined; problem?: string };

/** What it is decides, not the system that was chosen: nothing is imported before its dry run was seen. */
async function recognize(system: System, { field: name, path, bytes }: KeptFile): Promise<Recognized> {
  const field = fieldOf(system, name);
  if (field?.isPictures)
    return ['zip', 'tar'].includes(await containerOf(path))
      ? {}
      : { problem: 'This is not a .zip or .tar archive' };
  const found = await recognizeFile(path);
  if ('formats' in found) return { format: found.formats.includes('csv') ? 'csv' : found.formats[0] };
  if (system.name === 'firebase' && (await isHashConfig(path, bytes)))
    return { problem: 'These are the password settings. Copy them into the field below' };
  const expected = found.isUnknown ? field?.expected : undefined;
  return { problem: [found.problem, expected].filter(Boolean).join('. ') };
}

async function isHashConfig(path: string, bytes: number): Promise<boolean> {
  return bytes <= MOST_HASH_BYTES && !('problem' in parseHashConfig(await readFile(path, 'utf8')));
}

function fieldOf({ fields }: System, name: string): FileField | undefined {
  return fields.find((field) => field.name === name);
}

/** Where the content is from, as people call it: 'Firebase', 'news.csv and 2 more files'. */
function originOf(chosen: System, files: readonly ImportFile[]): string {
  const given = files.flatMap(({ format }) => (format ? [format as FormatName] : []));
  const system = [chosen, ...systems].find(
    ({ formats }) => formats && given.every((one) => formats.includes(one)),
  );
  if (system) return system.label;
  const [first, ...others] = files;
  if (others.length === 0) return first?.name ?? chosen.label;
  return `${first?.name} and ${others.length === 1 ? 'one more file' : `${others.length} more files`}`;
}

function hashProblem(text: string): Record<string, string> {
  const config = parseHashConfig(text);
  return 'problem' in config ? { hash: config.problem } : {};
}

function pageOf(id: string): string {
  return `/admin/move-in/${id}`;
}

type Received = { uploads: Upload[]; problems: Record<string, string>; status: number };

/** The chosen system's files, and what is wrong with those that were not kept. */
function received({ context }: Args, system: System): Received {
  const { uploads, skippedFiles } = context.get(requestContextKey);
  const isOurs = ({ field }: { field: string }) => system.fields.some(({ name }) => name === field);
  const problems: Record<string, string> = {};
  let status = 400;
  for (const { field, name, refusal } of skippedFiles.filter(isOurs)) {
    problems[field] = `${plainNameOf(name)}: ${refusal.sentence}`;
    status = refusal.status;
  }
  const arrived = uploads.filter(isOurs);
  for (const { field, name, bytes } of arrived)
    if (bytes === 0) problems[field] = `${plainNameOf(name)} is empty`;
  return { uploads: arrived.filter(({ bytes }) => bytes > 0), problems, status };
}

/** The first page's form as it comes back. Problems are by field; that of the whole form is `form`. */
export type StartState = {
  from: string;
  hash: string;
  /** The id under which uploaded files are kept, and the files. */
  kept: string;
  files: { field: string; name: string; bytes: number }[];
  /** The import that this one replaces, if nothing of it was imported. */
  instead: string;
  problems: Record<string, string>;
};
