import { useState } from 'react';
import { redirect } from 'react-router';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { secretAddressHeaders } from '#app/people/pages/login/secret-address.ts';
import { writeContext } from '#app/people/request/context.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import styles from '#app/platform/ui/styles/import.css?url';
import { sizeWords } from '#app/platform/ui/upload/size-words.ts';
import { FileField } from '#app/platform/ui/upload/upload-field.tsx';
import { UploadForm } from '#app/platform/ui/upload/upload-form.tsx';
import type { Route } from './+types/setup-restore';
import { findArrived, progressOf, requireSetUp, startRestore } from './start-restore.server.ts';

export const handle: RouteHandle = { hydrate: true };

export const headers = secretAddressHeaders;

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

const MOST_BYTES = 2 * 1024 ** 3;

/** Restores a backup or a town that was handed over, instead of creating an administrator. */
export async function loader(args: Route.LoaderArgs) {
  const token = await requireSetUp(args);
  const { services, town } = writeContext(args);
  const arrived = await findArrived(services.settings.dataFolder, token);
  if (arrived?.state === 'running') throw redirect(progressOf(arrived, token));
  return {
    token,
    arrived: arrived ? `${arrived.name} (${sizeWords(arrived.bytes)})` : null,
    trouble: arrived?.trouble ?? null,
    siteTitle: town.title,
  };
}

/** Without JavaScript; otherwise `restore-upload.ts`. */
export async function action(args: Route.ActionArgs) {
  const started = await startRestore(args);
  if ('to' in started) return redirect(started.to, 303);
  return failedForm(started.status, {}, { reason: started.problem });
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
  const [problem, setProblem] = useState(actionData?.reason);
  const query = `?token=${encodeURIComponent(token)}`;
  return (
    <AccountFrame
      title="Restore from a file"
      siteTitle={siteTitle}
      intro="A backup, or the file of a town that was handed over to you. It replaces everything on this site, including the sample town."
    >
      <UploadForm
        action={`/setup/restore${query}`}
        upload={`/setup/restore/upload${query}`}
        maxFileBytes={MOST_BYTES}
        onRefused={(refused: { problem: string }) => setProblem(refused.problem)}
      >
        {(isSending) => (
          <>
            {(problem || trouble) && !isSending ? <Alert tone="danger">{problem ?? trouble}</Alert> : null}
            <FileField
              label={arrived ? 'Another file' : 'File'}
              hint={
                arrived
                  ? `${arrived} is on the server already. Choose a file only to replace it.`
                  : 'It ends with .belfry and can have up to 2 GiB. For a larger one, use the restore command on the server.'
              }
              accept=".belfry"
              maxBytes={MOST_BYTES}
              problem={isSending ? undefined : problem}
            />
            <Field spec={key} value="" problem={undefined} />
            {isSending ? null : (
              <div className="actions">
                <button type="submit" className="button button--primary button--wide">
                  Restore this file
                </button>
              </div>
            )}
          </>
        )}
      </UploadForm>
      <p className="mt">
        <a href={`/setup${query}`}>Create an administrator instead</a>
      </p>
    </AccountFrame>
  );
}
