import { Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { ImportNews } from './load-panels.server.ts';

const words: Record<ImportNews['state'], { line: (origin: string) => string; link: string; tone: string }> = {
  running: {
    line: (origin) => `An import from ${origin} is running.`,
    link: 'See how far it is',
    tone: 'info',
  },
  waiting: {
    line: (origin) => `The import from ${origin} has not been started.`,
    link: 'Continue',
    tone: 'warning',
  },
  ready: {
    line: (origin) => `The dry run of your import from ${origin} is done. Nothing has changed yet.`,
    link: 'Choose what to import',
    tone: 'warning',
  },
  stopped: {
    line: (origin) => `The import from ${origin} was stopped.`,
    link: 'Continue',
    tone: 'warning',
  },
  failed: { line: (origin) => `The import from ${origin} failed.`, link: 'See why', tone: 'warning' },
  done: { line: (origin) => `The import from ${origin} is done.`, link: 'See what came in', tone: 'success' },
};

type ImportNoticeProps = {
  /** Undefined if there was never an import. */
  news: ImportNews | null | undefined;
  /** The site has no items at all, or only those of the sample town. */
  isNew: boolean;
};

/** Says that an import is running, has finished or needs a choice; on a new site, that one is possible. */
export function ImportNotice({ news, isNew }: ImportNoticeProps) {
  if (news) {
    const { line, link, tone } = words[news.state];
    return (
      <div className={`alert is-${tone}`} role="note">
        <Icon name={tone === 'success' ? 'check' : tone === 'info' ? 'info' : 'warning'} />
        <p>
          {line(news.origin)} <Link to={`/admin/move-in/${news.id}`}>{link}</Link>
        </p>
      </div>
    );
  }
  if (!isNew || news === null) return null;
  return (
    <section className="panel" aria-labelledby="move-in">
      <h2 id="move-in">Bring your content from another site</h2>
      <p className="mt">
        Articles, news, events, pictures and accounts from Firebase, WordPress, Ghost or files. A dry run
        comes first and changes nothing.
      </p>
      <p className="actions">
        <Link className="button button--primary" to="/admin/move-in">
          Import
        </Link>
      </p>
    </section>
  );
}
