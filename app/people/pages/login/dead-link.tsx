import { AccountFrame } from '#app/people/pages/account-frame.tsx';

/** An emailed link that was used, has expired or never existed. */
export function DeadLink({
  siteTitle,
  again,
}: {
  siteTitle: string;
  again: { href: string; label: string };
}) {
  return (
    <AccountFrame title="This link no longer works" siteTitle={siteTitle}>
      <p>This link has expired or was already used. Nothing has changed.</p>
      <p>
        <a href={again.href}>{again.label}</a>
      </p>
    </AccountFrame>
  );
}
