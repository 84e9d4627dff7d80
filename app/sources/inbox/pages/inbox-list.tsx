import { type FormEvent, type RefObject, useCallback, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { PickedCount } from '#app/desk/list/pick-rows.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { type Action, actions } from '#app/sources/inbox/decision.ts';
import { type Part, parts } from './inbox-filter.ts';
import { focusRow, leaveRows, moveFocus, rowInFocus, selectedIn } from './inbox-focus.ts';
import { InboxKeys } from './inbox-keys.tsx';
import { InboxRow } from './inbox-row.tsx';
import type { InboxPage } from './load-inbox.server.ts';
import type { Review } from './use-review.ts';

const headings: Record<Part, string> = {
  warnings: 'Official warnings',
  reports: 'Corrections',
  suggestions: 'From readers',
  drafts: 'Handed in',
  changes: 'Changes at sources',
  stories: 'Stories',
  happenings: 'Happenings',
};

/** The stacks of a page in one form: with JavaScript its buttons decide at once, without they post it. */
export function InboxList({ page, review }: { page: InboxPage; review: Review }) {
  const form = useRef<HTMLFormElement>(null);
  const { pathname, search } = useLocation();
  const { rows } = review;
  const press = useKeys(form, review);
  const send = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter;
    const what = actions.find((action) => action === button?.dataset.do);
    if (!(button instanceof HTMLButtonElement) || !what) return;
    event.preventDefault();
    const own = button.closest<HTMLElement>('[data-row]')?.dataset.row;
    const form = event.currentTarget;
    if (own === undefined) decideAndMove(form, review, selectedIn(form), what, untilIn(form));
    else decideAndMove(form, review, [own], what, button.name ? { [button.name]: button.value } : {});
  };
  return (
    <>
      <InboxKeys onKey={press} />
      {rows.length === 0 && review.left === 0 ? (
        <NoData>
          You’re all caught up. <Link to="/admin/inbox">Look again</Link>
        </NoData>
      ) : null}
      <form
        method="post"
        action="/admin/inbox/selection"
        ref={form}
        onSubmit={send}
        className="inbox stack-lg"
        hidden={rows.length === 0}
      >
        <input type="hidden" name="back" value={`${pathname}${search}`} />
        <EnterKey />
        {parts.map((part) => (
          <PartPanel part={part} review={review} key={part} />
        ))}
        <SelectionButtons />
      </form>
      {page.next === null ? null : (
        <noscript>
          <p>
            <a className="button" href={page.next}>
              Next items
            </a>
          </p>
        </noscript>
      )}
    </>
  );
}

function PartPanel({ part, review: { rows, problems } }: { part: Part; review: Review }) {
  const own = rows.filter((row) => row.part === part);
  if (own.length === 0) return null;
  return (
    <section className="panel" aria-labelledby={`part-${part}`}>
      <h2 id={`part-${part}`}>{headings[part]}</h2>
      <ul className="queue">
        {own.map((row) => (
          <InboxRow row={row} problem={problems[row.id]} key={row.id} />
        ))}
      </ul>
    </section>
  );
}

/** The Enter key presses the first button of a form: here one that is easy to take back, and that no one else finds. */
function EnterKey() {
  return (
    <button
      type="submit"
      className="vh"
      name="do"
      value="snooze"
      data-do="snooze"
      tabIndex={-1}
      aria-hidden="true"
    >
      Snooze selected
    </button>
  );
}

/** Shown while something is selected, at the lower edge of the window. */
function SelectionButtons() {
  return (
    <div className="cluster between panel selection">
      <PickedCount />
      <p className="cluster">
        <select className="input" name="until" aria-label="Snooze until" defaultValue="tomorrow">
          <option value="tomorrow">Until tomorrow</option>
          <option value="week">Until Monday</option>
        </select>
        <button type="submit" className="button button--small" name="do" value="snooze" data-do="snooze">
          Snooze selected
        </button>
        <button type="submit" className="button button--small" name="do" value="publish" data-do="publish">
          Publish selected
        </button>
        <button
          type="submit"
          className="button button--small button--danger"
          name="do"
          value="discard"
          data-do="discard"
        >
          Discard selected
        </button>
      </p>
    </div>
  );
}

function untilIn(form: HTMLFormElement): Record<string, string> {
  return { until: String(new FormData(form).get('until')) };
}

const decisionKeys: Record<string, Action> = { p: 'publish', d: 'discard', s: 'snooze' };

/** Keys that press a button or a link of a row, the first that there is. */
const rowKeys: Record<string, string[]> = {
  x: ['input[name="id"]'],
  e: ['[data-edit]'],
  o: ['summary'],
  m: ['[data-do="merge"]', '[data-merge]'],
  n: ['[data-do="split"]'],
};

/** Decides about these rows, or else about the selected ones, and moves to the next one at once. */
function decideAndMove(
  form: HTMLElement,
  review: Review,
  ids: string[],
  what: Action,
  fields: Record<string, string>,
): void {
  if (ids.length === 0) {
    review.say('Choose at least one.', true);
    return;
  }
  // The row stays: what leaves it becomes another one.
  if (what !== 'split') leaveRows(form, ids);
  review.decide(ids, what, fields);
}

function useKeys(form: RefObject<HTMLFormElement | null>, review: Review): (key: string) => boolean {
  const latest = useRef(review);
  latest.current = review;
  return useCallback(
    (key) => {
      const { current: element } = form;
      if (key === 'u') focusRow(latest.current.undo()[0]);
      return key === 'u' || (element !== null && pressInList(element, latest.current, key));
    },
    [form],
  );
}

/** Returns whether the key did something. Before a row has the focus, keys for decisions move to the first one. */
function pressInList(form: HTMLElement, review: Review, key: string): boolean {
  const row = rowInFocus(form);
  const what = decisionKeys[key];
  const selected = selectedIn(form);
  const ids = selected.length > 0 || !row ? selected : [row.dataset.row ?? ''];
  if (what && ids.length > 0) decideAndMove(form, review, ids, what, { until: 'tomorrow' });
  else if (key === 'k') moveFocus(form, -1);
  else if (key === 'j' || (!row && (what || rowKeys[key]))) moveFocus(form, 1);
  else if (row && rowKeys[key]) pressFirst(row, rowKeys[key]);
  else return false;
  return true;
}

function pressFirst(row: HTMLElement, selectors: string[]): void {
  const found = selectors.map((selector) => row.querySelector<HTMLElement>(selector));
  found.find((element) => element !== null)?.click();
}
