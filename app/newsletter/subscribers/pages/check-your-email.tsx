import { Alert } from '#app/platform/ui/alert.tsx';
import { NEWSLETTER_PATH } from '#app/town/newsletter/newsletter-paths.ts';
import { TokenPage } from './token-page.tsx';

type CheckProps = { address: string; isStored: boolean; siteTitle: string };

/** After the form was sent: the same for every address. */
export function CheckYourEmail({ address, isStored, siteTitle }: CheckProps) {
  return (
    <TokenPage
      title="Check your email"
      heading={isStored ? 'Not subscribed yet' : undefined}
      siteTitle={siteTitle}
    >
      {isStored ? <Stored address={address} /> : <Sent address={address} />}
      <p className="mt">
        <a href={NEWSLETTER_PATH}>Read past issues</a>
      </p>
    </TokenPage>
  );
}

function Sent({ address }: { address: string }) {
  return (
    <>
      <Alert tone="success">We emailed {address}. Press the button in that email to finish.</Alert>
      <p>
        Nothing after ten minutes? Check your spam folder or{' '}
        <a href={NEWSLETTER_PATH}>try the address again</a>. The link works for seven days.
      </p>
    </>
  );
}

/** Without a mail server, emails are files in the data folder: good for trying the site, but no reader gets them. */
function Stored({ address }: { address: string }) {
  return (
    <>
      <Alert tone="warning">
        This site can’t send email yet, so nothing has reached {address}. Please try again later.
      </Alert>
      <p>
        Do you run this site? The email was saved as a file on its server.{' '}
        <a href="/admin/mail">See where, and how to send email</a>
      </p>
    </>
  );
}
