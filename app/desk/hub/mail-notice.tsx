import { Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';

/** Says that no email leaves this machine, in words for people who don't host the site. */
export function NoMailNotice({ isDue }: { isDue: boolean }) {
  if (!isDue) return null;
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>
        This site can’t send email yet. People can’t confirm their address, and the newsletter can’t go out.
        The person who hosts the site needs to set up a mail server.{' '}
        <Link to="/admin/mail">Set up email</Link>
      </p>
    </div>
  );
}

/** The same in detail, for the person who hosts the site; `folder` is where emails are written instead. */
export function MailNotice({ folder }: { folder: string | null }) {
  if (folder === null) return null;
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <div>
        <p>Emails are saved as files in {folder}. Set SMTP_URL to send them.</p>
        <p className="mt">
          SMTP_URL is the server of your mail provider with your user name and password, for example{' '}
          <code>smtps://user:password@mail.example:465</code>. It is set where the site is hosted, and applies
          after a restart. The file docs/hosting.md, which comes with the program, has the details.
        </p>
      </div>
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
