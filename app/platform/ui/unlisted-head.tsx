import { printable } from '#app/platform/html/printable.ts';

/** The title of a page that search engines should not list: a user's own page, a form, an error. */
export function UnlistedHead({ title }: { title: string }) {
  return (
    <>
      <title>{printable(title)}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
