import { Form } from 'react-router';
import { ProofNote } from '#app/desk/hub/proof-note.tsx';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { Field } from '#app/platform/ui/field.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { AutoRefresh } from '#app/platform/ui/upload/auto-refresh.tsx';
import { backupsPath } from './backup-requests.ts';

/** Distinguishes this form from the plan's on the same page. */
const creationPath = `${backupsPath}?create=1`;

const hint =
  'Five words or more. Write it down and keep it away from the file. No one can open the file without it, and we can’t recover it.';

/** `hasKeys`: the plan has public keys that encrypt the backup if no passphrase is typed. */
export function passphraseField(hasKeys: boolean): FieldSpec {
  return {
    name: 'passphrase',
    label: 'Passphrase',
    kind: 'line',
    required: !hasKeys,
    hint: hasKeys ? `${hint} If you leave it empty, the public keys below encrypt the file.` : hint,
  };
}

type Props = {
  hasKeys: boolean;
  isRunning: boolean;
  typed?: string | undefined;
  problem?: string | undefined;
  isUnproved?: boolean | undefined;
  /** The command that adds the secrets. */
  handOverLine: string;
};

/** Creates an encrypted backup now. */
export function BackupCreation({ hasKeys, isRunning, typed = '', problem, isUnproved, handOverLine }: Props) {
  return (
    <section className="panel form" aria-labelledby="create">
      <h2 id="create" className="mb">
        Create a backup
      </h2>
      {isUnproved ? <ProofNote next={backupsPath} /> : null}
      <Form method="post" action={creationPath} noValidate autoComplete="off">
        <Field spec={passphraseField(hasKeys)} value={typed} problem={problem} />
        <dl className="facts facts--quiet mt">
          <dt>Included</dt>
          <dd>
            All content, pictures, versions and trash, accounts with their protected passwords, subscribers
            and the do-not-email list. Plus one page of notes for the person who takes over: contacts,
            hosting, domain, email, costs.
          </dd>
          <dt>Not included</dt>
          <dd>
            Current logins, access tokens and this server’s secrets. After a restore, people log in again with
            the same password. To hand over the secrets, too, run <code>{handOverLine}</code> on the server.
          </dd>
        </dl>
        {isRunning ? (
          <div role="status">
            <p className="mt">The backup is running. It will be listed below when it is done.</p>
            <AutoRefresh address={backupsPath} seconds={3}>
              You can close it; the backup continues.
            </AutoRefresh>
          </div>
        ) : (
          <div className="actions">
            <button type="submit" className="button button--primary">
              <Icon name="download" />
              Create backup
            </button>
          </div>
        )}
      </Form>
    </section>
  );
}
