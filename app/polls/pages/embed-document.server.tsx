import { renderToStaticMarkup } from 'react-dom/server';
import styles from '#app/platform/ui/styles/site.css?url';
import type { PollView } from '#app/polls/poll-view.server.ts';
import { AnswerList } from './ballot-form.tsx';
import { ResultsTables } from './results-tables.tsx';

/** The document that other sites embed in a frame: the question, its options or results, and a link to vote. */
export function embedDocument(poll: PollView, siteUrl: string, lang: string): string {
  const { title, results, time, state, siteTitle, id } = poll;
  const page = (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} | ${siteTitle}`}</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <main className="wrap page stack" data-section="polls">
          <h1>{title}</h1>
          {results ? <ResultsTables {...results} /> : <AnswerList options={poll.options} />}
          <p className="meta">{time}</p>
          <p className="actions">
            <a
              className="button button--primary"
              href={`${siteUrl}/polls/${id}`}
              target="_blank"
              rel="noopener"
            >
              {state === 'open' ? `Vote on ${siteTitle}` : `See the poll on ${siteTitle}`}
              <span className="vh"> (opens in a new tab)</span>
            </a>
          </p>
        </main>
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}
