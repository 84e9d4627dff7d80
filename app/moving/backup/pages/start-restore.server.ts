import { data } from 'react-router';
import { canSetUp } from '#app/people/administrator/administrator.server.ts';
import { isEmptyTown, tablesOf } from '#app/people/pages/setup/empty-town.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import {
  findRestore,
  hasFile,
  keepUpload,
  leaveKey,
  ownerOf,
  saveRestore,
  takeKey,
  type UploadedRestore,
} from './uploaded-restore.server.ts';

type Args = Parameters<typeof writeContext>[0] & { request: Request };

/** Only with the set-up link, and only while the site has no administrator and no content. Throws 404. */
export async function requireSetUp(args: Args): Promise<string> {
  const { services, read, collections } = writeContext(args);
  const token = new URL(args.request.url).searchParams.get('token') ?? '';
  const { settings, auth } = services;
  if (
    !(await canSetUp(auth, token)) ||
    !(await isEmptyTown(read, { settings, tables: tablesOf(collections) }))
  )
    throw data(null, 404);
  return token;
}

/** The file that came with this set-up link and waits for its passphrase. */
export async function findArrived(dataFolder: string, token: string): Promise<UploadedRestore | undefined> {
  const found = await findRestore(dataFolder);
  return found?.owner === ownerOf(token) && hasFile(dataFolder) ? found : undefined;
}

/** The address of the progress page, or why nothing was started, with the response's status. */
type Started = { to: string } | { problem: string; status: number };

/** Receives the form, keeps its file and starts the restore, which a command-line tool does while the site runs. */
export async function startRestore(args: Args): Promise<Started> {
  const token = await requireSetUp(args);
  const { services } = writeContext(args);
  const { dataFolder } = services.settings;
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const { values } = await readForm(args.request, [hidden('key')]);
  const upload = uploads.find(({ field, bytes }) => field === 'file' && bytes > 0);
  const [skipped] = skippedFiles;
  if (skipped) return { problem: skipped.refusal.sentence, status: skipped.refusal.status };
  const running = await findRestore(dataFolder);
  if (running?.state === 'running') return { problem: 'A restore is already running.', status: 409 };
  const arrived = upload ? await keepUpload(dataFolder, upload, token) : await findArrived(dataFolder, token);
  if (!arrived) return { problem: 'Choose the file of a backup', status: 400 };
  await leaveKey(dataFolder, values.key);
  // Nothing of an earlier attempt, whose process is gone.
  const { id, owner, name, bytes } = arrived;
  await saveRestore(dataFolder, { id, owner, name, bytes, state: 'running' });
  services.runTool(['restore', '--set-up'], new AbortController().signal).catch(async (error: Error) => {
    services.log.warn({ err: error }, 'the restore from the set-up page failed');
    await takeKey(dataFolder);
    // A process that could not begin has written nothing.
    const now = await findRestore(dataFolder);
    if (now?.state === 'running')
      await saveRestore(dataFolder, { ...now, state: 'failed', trouble: error.message });
  });
  return { to: progressOf(arrived, token) };
}

export function progressOf({ id }: UploadedRestore, token: string): string {
  return `/setup/restore/progress?id=${id}&token=${encodeURIComponent(token)}`;
}
