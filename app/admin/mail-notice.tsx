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
