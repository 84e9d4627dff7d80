import { printable } from '#app/html/printable.ts';

/** The title of a page that is no business of search engines: one person's, a form, a failure. */
export function UnlistedHead({ title }: { title: string }) {
  return (
    <>
      <title>{printable(title)}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
