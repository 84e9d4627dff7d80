import { data } from 'react-router';
import { renderEmail } from '#app/newsletter/issues/email/render-email.ts';
import { resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { Route } from './+types/issue-email';
import { requireIssue } from './require-issue.server.ts';

/** Runs and sends nothing, and may only be framed by this site. Emails have inline styles. */
const POLICY =
  "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

const headers = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** `/admin/newsletter/{id}/email`: the email of an issue as it was saved last, or with `?view=plain` its text. */
export const middleware: Route.MiddlewareFunction[] = [
  async (args, next) => {
    const { read, siteUrl } = readContext(args);
    const issue = await requireIssue(read, args.params.id).catch(() => undefined);
    if (!issue) return next();
    const edition = await resolveIssue(read, readContext(args), issue);
    const { html, text } = renderEmail(
      edition,
      { url: siteUrl },
      {
        // The links of a subscriber are secret: here they lead to the pages without one.
        unsubscribeUrl: `${siteUrl}/newsletter`,
        preferencesUrl: `${siteUrl}/newsletter`,
        webUrl: issue.slug === null ? undefined : `${siteUrl}/newsletter/${issue.slug}`,
      },
    );
    if (args.url.searchParams.get('view') === 'plain')
      return new Response(text, { headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } });
    // Links open in a new window: most pages may not be framed.
    const framed = html.replace(/<head>/i, '<head><base target="_blank">');
    return new Response(framed, { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } });
  },
];

export function loader() {
  throw data(null, { status: 404 });
}
