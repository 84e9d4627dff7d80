import { Form, Link } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { Alert } from '#app/platform/ui/alert.tsx';

const INBOX = { to: '/admin/inbox', label: 'Inbox' };

type SnoozeProps = {
  title: string;
  /** The first day that can be chosen. */
  tomorrow: string;
  until: string | undefined;
  problem: string | undefined;
};

/** Chooses the day on which an entry returns. */
export function SnoozePage({ title, tomorrow, until, problem }: SnoozeProps) {
  return (
    <AdminPage
      title="Snooze"
      heading={`Snooze “${title}”`}
      parent={INBOX}
      about="It returns to the inbox at 7:00 AM on this day."
      notices={problem === undefined ? null : <Alert tone="danger">{problem}</Alert>}
    >
      <Form method="post" className="panel">
        <div className="field">
          <label htmlFor="until">Return on</label>
          <input
            className="input"
            type="date"
            id="until"
            name="until"
            required
            min={tomorrow}
            defaultValue={until || tomorrow}
          />
        </div>
        <p className="actions">
          <button type="submit" className="button button--primary">
            Snooze
          </button>
          <Link className="button" to={INBOX.to}>
            Cancel
          </Link>
        </p>
      </Form>
    </AdminPage>
  );
}

const reasons = [
  'We already have it',
  'Advertising',
  'Not about our town',
  'We couldn’t verify it',
  'Unkind to someone',
  'Other',
];

/** Declines what a reader sent, with the reason that its sender reads. */
export function DeclinePage({ title }: { title: string }) {
  return (
    <AdminPage
      title="Decline"
      heading={`Decline “${title}”`}
      parent={INBOX}
      about="The sender reads the reason at the private link, and in an email if the address was confirmed. You can undo this."
    >
      <Form method="post" className="panel">
        <div className="field">
          <label htmlFor="reason">Reason shown to the sender</label>
          <select className="input" id="reason" name="reason">
            {reasons.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="note">
            Note to the sender <span className="optional">(optional)</span>
          </label>
          <textarea className="input" id="note" name="note" rows={3} maxLength={1000} />
        </div>
        <label className="check">
          <input type="checkbox" name="block" value="true" />
          <span>Block this sender for 7 days</span>
        </label>
        <p className="actions">
          <button type="submit" className="button button--danger">
            Decline
          </button>
          <Link className="button" to={INBOX.to}>
            Cancel
          </Link>
        </p>
      </Form>
    </AdminPage>
  );
}
