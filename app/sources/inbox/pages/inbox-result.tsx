import type { ReactNode } from 'react';
import { focusIfLost } from '#app/desk/list/undo-notice.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { InboxNews } from '#app/sources/inbox/inbox-news.server.ts';
import { focusRow } from './inbox-focus.ts';
import type { Review } from './use-review.ts';

const chooseWords: Record<string, string> = { day: 'Choose until when.', items: 'Choose at least one.' };

/**
 * What the last decision did, also for screen readers, with Undo: at the lower edge of the window, so that it is in view
 * wherever the list is. Always on the page, so that changes of it are announced. What was decided on this page replaces
 * what its address says.
 */
export function InboxResult({ news, review }: { news: InboxNews; review: Review }) {
  const { said, isProblem, canUndo, undo } = review;
  if (said === '') return <ResultOfForm news={news} back="/admin/inbox" />;
  return (
    <div className="resultbar" role="status" tabIndex={-1}>
      <Result isProblem={isProblem} text={said}>
        {canUndo ? (
          <button type="button" className="button button--small" onClick={() => focusRow(undo()[0])}>
            <Icon name="undo" />
            Undo
          </button>
        ) : null}
      </Result>
    </div>
  );
}

/** The result of a form post of the inbox, on the page `back`; works without JavaScript. */
export function ResultOfForm({ news, back }: { news: InboxNews; back: string }) {
  return (
    <div className="resultbar" role="status" tabIndex={-1} ref={hasNews(news) ? focusIfLost : null}>
      <FromAddress news={news} back={back} />
    </div>
  );
}

function hasNews({ notice, undone, choose, gone }: InboxNews): boolean {
  return notice !== null || undone !== null || choose !== null || gone;
}

function FromAddress({ news: { notice, undone, choose, gone }, back }: { news: InboxNews; back: string }) {
  if (notice)
    return (
      <Result text={notice.summary}>
        <form method="post" action="/admin/inbox/undo">
          <input type="hidden" name="batch" value={notice.batch} />
          <input type="hidden" name="back" value={back} />
          <button type="submit" className="button button--small">
            <Icon name="undo" />
            Undo
          </button>
        </form>
      </Result>
    );
  if (undone === '1') return <Result text="Undone." />;
  if (undone === '0') return <Result text="There is nothing to undo." isProblem />;
  if (choose !== null) return <Result text={chooseWords[choose] ?? 'Choose at least one.'} isProblem />;
  return gone ? <Result text="This was already decided." isProblem /> : null;
}

type ResultProps = { text: string; isProblem?: boolean; children?: ReactNode };

function Result({ text, isProblem = false, children }: ResultProps) {
  return (
    <>
      <Icon name={isProblem ? 'warning' : 'check'} />
      <p>{text}</p>
      {children}
    </>
  );
}
