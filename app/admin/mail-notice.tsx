import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';

/** Says that no email leaves this machine; `folder` is where emails are written instead. */
export function MailNotice({ folder }: { folder: string | null }) {
  if (folder === null) return null;
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>Emails are saved as files in {folder}. Set SMTP_URL to send them.</p>
    </div>
  );
}

/** Says that strangers triggered more emails than the site sends in an hour, within the last day. */
export function MailCapNotice() {
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>
        In the past day, the site reached its hourly limit for account emails, so some were not sent.{' '}
        <Link to="/admin/activity">Activity</Link> shows who registered or requested a password link. You can
        change the limit in <Link to="/admin/settings">Settings</Link>.
      </p>
    </div>
  );
}
