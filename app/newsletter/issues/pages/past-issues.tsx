import type { ListPage } from '#app/items/lists/list-page.server.ts';
import { Pager } from '#app/platform/ui/pager.tsx';
import newsletterStyles from '#app/platform/ui/styles/newsletter.css?url';

/** An issue in the archive. */
export type PastIssue = {
  number: number;
  path: string;
  day: string;
  date: string;
  subject: string;
  preview: string;
};

/** The archive, the last issue first; nothing before the first issue. */
export function PastIssues({ items, pager }: ListPage<PastIssue>) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="past" className="mt">
      <link rel="stylesheet" href={newsletterStyles} />
      <p className="small muted mb">
        Prefer a feed reader? <a href="/feeds/newsletter.rss">Follow the issues</a>.
      </p>
      <h2 id="past" className="mb">
        Past issues
      </h2>
      <ol className="issues">
        {items.map((issue) => (
          <li key={issue.path}>
            <p className="small muted">
              <time dateTime={issue.day}>{issue.date}</time>
              <br />
              Issue {issue.number}
            </p>
            <div>
              <h3>
                <a className="plain" href={issue.path}>
                  {issue.subject}
                </a>
              </h3>
              {issue.preview ? <p>{issue.preview}</p> : null}
            </div>
          </li>
        ))}
      </ol>
      <Pager {...pager} />
    </section>
  );
}
