import { AccountFrame } from './account-frame.tsx';

/** A mailed link that was used, has expired or never was. */
export function DeadLink({
  siteTitle,
  again,
}: {
  siteTitle: string;
  again: { href: string; label: string };
}) {
  return (
    <AccountFrame title="This link no longer works" siteTitle={siteTitle}>
      <p>It was used already, or its time is over. Nothing has changed.</p>
      <p>
        <a href={again.href}>{again.label}</a>
      </p>
    </AccountFrame>
  );
}
