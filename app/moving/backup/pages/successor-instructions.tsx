import { Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/successor-instructions';
import { sendInstructions } from './send-instructions.server.ts';
import { noMailServer, successorPath } from './successor.ts';
import { findSuccessor } from './successor-store.server.ts';

/** Asks before the instructions are emailed. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  const { services } = writeContext(args);
  await requireRecentProof(services.auth, args.request, successorPath);
  const { name, email } = await findSuccessor(read);
  if (email === '') throw redirect(successorPath);
  return {
    name: name || email,
    email,
    canSend: services.settings.smtpUrl !== undefined,
  };
}

export async function action(args: Route.ActionArgs) {
  const { write, now, services } = writeContext(args);
  await requireRecentProof(services.auth, args.request, successorPath);
  const isSent = await sendInstructions(write, { settings: services.settings, now, reason: 'asked' });
  if (isSent) await recordActivity(args, 'successor-notified');
  return redirect(`${successorPath}?${isSent ? 'sent' : 'failed'}=1`, 303);
}

export default function SuccessorInstructions({ loaderData }: Route.ComponentProps) {
  const { name, email, canSend } = loaderData;
  return (
    <AdminPage
      isForm
      title="Email the instructions"
      heading={`${`Email the instructions to ${name}?`}`}
      parent={{ to: successorPath, label: 'Successor' }}
    >
      <Alert tone="warning">
        {`Everything on the page for the successor is sent to ${email}: where the site runs, domain, email, costs, contacts. You can’t take it back. The passphrase and the backup are not sent.`}
      </Alert>
      {canSend ? null : (
        <Alert tone="warning">{`It can’t be emailed now: ${noMailServer}. The email will be saved as a file in the data folder.`}</Alert>
      )}
      <Form method="post" className="actions">
        <button type="submit" className="button button--primary">
          Email the instructions
        </button>
        <Link className="button" to={successorPath} autoFocus>
          Cancel
        </Link>
      </Form>
    </AdminPage>
  );
}
