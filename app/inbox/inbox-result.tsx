import type { ReactNode } from 'react';
import { focusIfLost } from '#app/admin/undo-notice.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { focusRow } from './inbox-focus.ts';
import type { InboxPage } from './load-inbox.server.ts';
import type { Review } from './use-review.ts';

const chooseWords: Record<string, string> = { day: 'Choose until when.', items: 'Choose at least one.' };

/**
 * What the last decision did, also for screen readers, with Undo: at the lower edge of the window, so that it is in view
 * wherever the list is. Always on the page, so that changes of it are announced. What was decided on this page replaces
 * what its address says.
 */
export function InboxResult({ page, review }: { page: InboxPage; review: Review }) {
  const { said, isProblem, canUndo, undo } = review;
  const result =
    said === '' ? (
      <FromAddress page={page} />
    ) : (
      <Result isProblem={isProblem} text={said}>
        {canUndo ? (
          <button type="button" className="button button--small" onClick={() => focusRow(undo()[0])}>
            <Icon name="undo" />
            Undo
          </button>
        ) : null}
      </Result>
    );
  return (
    <div className="resultbar" role="status" tabIndex={-1} ref={hasNews(page) ? focusIfLost : null}>
      {result}
    </div>
  );
}

function hasNews({ notice, undone, choose, gone }: InboxPage): boolean {
  return notice !== null || undone !== null || choose !== null || gone;
}

/** The result of a form post, which works without JavaScript. */
function FromAddress({ page: { notice, undone, choose, gone } }: { page: InboxPage }) {
  if (notice)
    return (
      <Result text={notice.summary}>
        <form method="post" action="/admin/inbox/undo">
          <input type="hidden" name="batch" value={notice.batch} />
          <input type="hidden" name="back" value="/admin/inbox" />
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
