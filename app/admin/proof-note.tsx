/**
 * Says that what was sent needs a recent proof of who sends it. The proof opens beside the page, so that what was
 * typed stays where it is; `next` is where it leads afterwards, a path of this site.
 */
export function ProofNote({ next }: { next: string }) {
  return (
    <p className="panel">
      Your login is older than ten minutes.{' '}
      <a href={`/account/proof?next=${encodeURIComponent(next)}`} target="_blank" rel="noreferrer">
        Show that it is you
      </a>{' '}
      in a new tab, then send this form again.
    </p>
  );
}
