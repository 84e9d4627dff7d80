import { data, redirect } from 'react-router';
import { AccountFrame } from '#app/accounts/account-frame.tsx';
import { isEmptyTown, tablesOf } from '#app/accounts/empty-town.server.ts';
import { readForm, textOf } from '#app/accounts/form-field.ts';
import { secretAddressHeaders } from '#app/accounts/secret-address.ts';
import { visitContext, writeVisit } from '#app/context.ts';
import type { FieldSpec } from '#app/forms/field-spec.ts';
import type { RouteHandle } from '#app/hydration.ts';
import { Alert } from '#app/ui/alert.tsx';
import { Field } from '#app/ui/field.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { sizeWords } from '#app/ui/size-words.ts';
import type { Route } from './+types/setup-restore';
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

export const handle: RouteHandle = { hydrate: true };

export const headers = secretAddressHeaders;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? '';

/** Only with the set-up link, and only while the site has no administrator and no content. Throws 404. */
async function requireSetUp(args: Route.LoaderArgs): Promise<string> {
  const { services, read, collections } = writeVisit(args);
  const token = tokenOf(args.request);
  const { settings, auth } = services;
  if (
    !(await auth.isSetupLink(token)) ||
    !(await isEmptyTown(read, { settings, tables: tablesOf(collections) }))
  )
    throw data(null, 404);
  return token;
}

/** The file that came with this set-up link and waits for its passphrase. */
async function findArrived(dataFolder: string, token: string): Promise<UploadedRestore | undefined> {
  const found = await findRestore(dataFolder);
  return found?.owner === ownerOf(token) && hasFile(dataFolder) ? found : undefined;
}

/** Restores a backup or a town that was handed over, instead of creating an administrator. */
export async function loader(args: Route.LoaderArgs) {
  const token = await requireSetUp(args);
  const { services, town } = writeVisit(args);
  const arrived = await findArrived(services.settings.dataFolder, token);
  if (arrived?.state === 'running') throw redirect(progressOf(arrived, token));
  return {
    token,
    arrived: arrived ? nameOf(arrived) : null,
    trouble: arrived?.trouble ?? null,
    siteTitle: town.title,
  };
}

function nameOf({ name, bytes }: UploadedRestore): string {
  return `${name} (${sizeWords(bytes)})`;
}

export async function action(args: Route.ActionArgs) {
  const token = await requireSetUp(args);
  const { services } = writeVisit(args);
  const { dataFolder } = services.settings;
  const { uploads, skippedFiles } = args.context.get(visitContext);
  const form = await readForm(args.request);
  const upload = uploads.find(({ field, bytes }) => field === 'file' && bytes > 0);
  const [skipped] = skippedFiles;
  if (skipped) return data({ problem: skipped.refusal.sentence }, skipped.refusal.status);
  const running = await findRestore(dataFolder);
  if (running?.state === 'running') return data({ problem: 'A restore is already running.' }, 409);
  const arrived = upload ? await keepUpload(dataFolder, upload, token) : await findArrived(dataFolder, token);
  if (!arrived) return data({ problem: 'Choose the file of a backup' }, 400);
  await leaveKey(dataFolder, textOf(form, 'key'));
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
  return redirect(progressOf(arrived, token), 303);
}

function progressOf({ id }: UploadedRestore, token: string): string {
  return `/setup/restore/progress?id=${id}&token=${encodeURIComponent(token)}`;
}

const key: FieldSpec = {
  name: 'key',
  label: 'Passphrase or secret key',
  kind: 'line',
  required: false,
  hint: 'The passphrase the file was created with, or the key that begins with AGE-SECRET-KEY-1. Leave it empty if the file is not encrypted.',
};

export default function SetupRestore({ loaderData, actionData }: Route.ComponentProps) {
  const { token, arrived, trouble, siteTitle } = loaderData;
  const query = `?token=${encodeURIComponent(token)}`;
  const problem = actionData?.problem;
  return (
    <AccountFrame
      title="Restore from a file"
      siteTitle={siteTitle}
      intro="A backup, or the file of a town that was handed over to you. It replaces everything on this site, including the sample town."
    >
      {problem || trouble ? <Alert tone="danger">{problem ?? trouble}</Alert> : null}
      <form method="post" action={`/setup/restore${query}`} encType="multipart/form-data" autoComplete="off">
        <FileField
          label={arrived ? 'Another file' : 'File'}
          hint={
            arrived
              ? `${arrived} is on the server already. Choose a file only to replace it.`
              : 'It ends with .belfry and can have up to 2 GB. For a larger one, use the restore command on the server.'
          }
          accept=".belfry"
          maxBytes={2 * 1024 ** 3}
          problem={problem}
        />
        <Field spec={key} value="" problem={undefined} />
        <div className="actions">
          <button type="submit" className="button button--primary button--wide">
            Restore this file
          </button>
        </div>
      </form>
      <p className="mt">
        <a href={`/setup${query}`}>Create an administrator instead</a>
      </p>
    </AccountFrame>
  );
}
