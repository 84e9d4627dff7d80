import { NEWSLETTER_PATH } from '#app/subscribers/newsletter-paths.ts';
import { Alert } from '#app/ui/alert.tsx';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';

/** After the form was sent: the same for every address. */
export function CheckYourEmail({ address, siteTitle }: { address: string; siteTitle: string }) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Check your email | ${siteTitle}`} />
      <div className="reading">
        <header className="page-head">
          <h1>Check your email</h1>
        </header>
        <Alert tone="success">We emailed {address}. Press the button in that email to finish.</Alert>
        <p>
          Nothing after ten minutes? Check your spam folder or{' '}
          <a href={NEWSLETTER_PATH}>try the address again</a>. The link works for seven days.
        </p>
        <p className="mt">
          <a href={NEWSLETTER_PATH}>Read past issues</a>
        </p>
      </div>
    </main>
  );
}
