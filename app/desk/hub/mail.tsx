import { Form } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { readContext } from '#app/people/request/context.ts';
import { mailFaultWords, mailKindWords } from '#app/platform/mail/mail-words.ts';
import { readQueueState, type UnsentMail } from '#app/platform/mail/unsent-mails.server.ts';
import { messages } from '#app/platform/messages.ts';
import { formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Town } from '#app/town/town.ts';
import type { Route } from './+types/mail';
import { MailNotice } from './mail-notice.tsx';
import { findMailFolder } from './mail-way.server.ts';
import { RowPanel } from './row-panel.tsx';

/** What happened to emails, especially to those that were not sent. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, viewer } = readContext(args);
  const { waiting, sent, troubled } = await readQueueState(read);
  const number = new Intl.NumberFormat(town.locale);
  const asked = args.url.searchParams;
  return {
    folder: findMailFolder(args),
    waiting: number.format(waiting),
    sent: number.format(sent),
    rows: troubled.map((mail) => mailRowOf(mail, town)),
    self: viewer.kind === 'admin' ? viewer.email : '',
    saved: asked.get('saved') === '1',
    failed: asked.get('failed') === '1',
  };
}

type Row = {
  id: string;
  what: string;
  to: string;
  since: string;
  state: UnsentMail['state'];
  why: string;
  reply: string;
  canRetry: boolean;
};

function mailRowOf(
  { id, kind, recipient, queuedAt, state, trouble, reply, attempts }: UnsentMail,
  town: Town,
): Row {
  return {
    id,
    what: mailKindWords[kind as keyof typeof mailKindWords] ?? kind,
    to: recipient ?? 'an address that is no longer stored',
    since: `${formatShortDate(queuedAt, town)}, ${formatTime(queuedAt, town)}`,
    state,
    why: trouble ? mailFaultWords[trouble] : 'Sending now.',
    reply: reply ?? '',
    // An email that has not been tried yet needs no retry.
    canRetry: recipient !== null && attempts > 0,
  };
}

export default function Mail({ loaderData }: Route.ComponentProps) {
  const { folder, waiting, sent, rows, self, saved, failed } = loaderData;
  return (
    <AdminPage
      heading="Email"
      actions={
        <Form method="post" action="/admin/mail/test">
          <button type="submit" className="button">
            Send me a test email
          </button>
        </Form>
      }
      notices={
        <>
          {saved ? <Alert tone="success">{messages.saved}</Alert> : null}
          {failed ? <Alert tone="danger">{messages.saveFailed}</Alert> : null}
        </>
      }
    >
      <MailNotice folder={folder} />
      <p className="muted">
        {waiting} waiting, {sent} {folder === null ? 'sent' : 'written'} in the last 30 days. Test emails go
        to {self}.
      </p>
      {rows.length > 0 ? <TroubleList rows={rows} /> : <p>Nothing waiting.</p>}
    </AdminPage>
  );
}

function TroubleList({ rows }: { rows: Row[] }) {
  return (
    <RowPanel id="trouble" label="Waiting and failed emails">
      {rows.map((row) => (
        <TroubleItem row={row} key={row.id} />
      ))}
    </RowPanel>
  );
}

const states = {
  waiting: { words: 'Waiting', tone: 'is-quiet' },
  failed: { words: 'Failed', tone: 'is-danger' },
  bounced: { words: 'Bounced', tone: 'is-danger' },
};

function TroubleItem({ row: { id, what, to, since, state, why, reply, canRetry } }: { row: Row }) {
  return (
    <li>
      <div>
        <h3>
          {what} <span className={`badge ${states[state].tone}`}>{states[state].words}</span>
        </h3>
        <p className="muted">
          To {to}, since {since}
        </p>
        <p>
          {why}
          {reply ? <span className="muted"> The server said: “{reply}”</span> : null}
        </p>
      </div>
      {canRetry ? (
        <Form method="post" action="/admin/mail/attempt">
          <input type="hidden" name="id" value={id} />
          <button type="submit" className="button button--small">
            Try again
            <span className="vh">
              : {what} to {to}
            </span>
          </button>
        </Form>
      ) : null}
    </li>
  );
}
