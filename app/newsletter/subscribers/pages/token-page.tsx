import type { ReactNode } from 'react';
import { secretAddressHeaders } from '#app/people/pages/login/secret-address.ts';
import formStyles from '#app/platform/ui/styles/forms.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';

/** The `headers` of a page that a link of an email opens: sent to no one and stored in no cache. */
export const headers = secretAddressHeaders;

/** Its styles: forms without script. */
export const links = () => [{ rel: 'stylesheet', href: formStyles }];

/** The token of the link. */
export function tokenOf(url: URL): string {
  return url.searchParams.get('token') ?? '';
}

/** `heading` is where it is not the title of the window. */
type TokenPageProps = {
  title: string;
  heading?: string | undefined;
  siteTitle: string;
  intro?: ReactNode;
  children: ReactNode;
};

/** A page that a link of an email opens. */
export function TokenPage({ title, heading = title, siteTitle, intro, children }: TokenPageProps) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`${title} | ${siteTitle}`} />
      <div className="reading">
        <header className="page-head">
          <h1>{heading}</h1>
          {intro ? <p>{intro}</p> : null}
        </header>
        {children}
      </div>
    </main>
  );
}
