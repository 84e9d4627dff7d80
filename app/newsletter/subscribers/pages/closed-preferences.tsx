import { unsubscribePath } from '#app/town/newsletter/newsletter-paths.ts';
import { SignUpForm } from '#app/town/newsletter/sign-up-form.tsx';
import { TokenPage } from './token-page.tsx';

type ClosedPreferencesProps = { token: string; name: string; siteTitle: string; isRevoked: boolean };

/** For a link that was revoked or cut off, or whose address was deleted. */
export function ClosedPreferences({ token, name, siteTitle, isRevoked }: ClosedPreferencesProps) {
  return (
    <TokenPage
      title="This link no longer works"
      siteTitle={siteTitle}
      intro={
        isRevoked
          ? 'It was replaced by a newer one. Use the link in your newest email.'
          : 'It is incomplete, or it belongs to an address that was deleted.'
      }
    >
      {isRevoked ? (
        <p>
          It can still <a href={unsubscribePath(token)}>unsubscribe you</a>.
        </p>
      ) : null}
      <p className="mb">Enter your address, and we’ll email you a new link.</p>
      <SignUpForm name={name} />
    </TokenPage>
  );
}
