import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';

/** Says that no mail leaves this machine, while that is so. `folder` is where mails go instead. */
export function MailNotice({ folder }: { folder: string | null }) {
  if (folder === null) return null;
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>Mails are written as files into {folder}; set SMTP_URL to send them.</p>
    </div>
  );
}

/** Says that strangers asked for more emails than the site sends in an hour, within the last day. */
export function MailCapNotice() {
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>
        Within the last day strangers asked for more emails in an hour than the site sends, so some were held
        back. <Link to="/admin/activity">Activity</Link> shows who registered and who asked for a password
        link; <Link to="/admin/settings">Settings</Link> say how many the site sends.
      </p>
    </div>
  );
}
