import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { type Action, describeDone } from '#app/sources/inbox/decision.ts';
import type { InboxRow } from '#app/sources/inbox/inbox-rows.server.ts';
import { type Counts, countsAfter } from './inbox-counts.ts';
import type { InboxPage } from './load-inbox.server.ts';
import { useRefresh } from './refresh.ts';
import { type DecisionResult, openQueue, type ReviewQueue, type SentDecision } from './review-queue.ts';

/** When fewer rows than this are left, the next ones are loaded. */
const FEW_ROWS = 25;

export type Review = {
  /** The rows that still wait, as far as they are loaded. */
  rows: InboxRow[];
  /** How many each filter has, loaded or not. */
  counts: Counts;
  /** How many match the page's filter. */
  left: number;
  /** What the last decision did, or why it did not; '' before the first. */
  said: string;
  isProblem: boolean;
  canUndo: boolean;
  /** Why rows came back, by their ids. */
  problems: Record<string, string>;
  decide: (ids: string[], action: Action, fields?: Record<string, string>) => void;
  /** Returns the ids of the rows that come back, as far as they are known. */
  undo: () => string[];
  say: (text: string, isProblem?: boolean) => void;
};

type Past = { key: string; ids: string[]; action: Action; batch: string | null };

/** Decisions that change other rows, too. */
const FAR_REACHING: Action[] = ['merge', 'split'];

/**
 * Reviews in the browser: rows disappear at once, decisions are sent in the background, and what could not be decided
 * comes back with the reason.
 */
export function useReview(page: InboxPage): Review {
  const { loaded, loadMore } = useLoadedRows(page);
  const [hidden, setHidden] = useState<ReadonlyMap<string, Action>>(new Map());
  const [problems, setProblems] = useState<Record<string, string>>(page.problems);
  const [said, setSaid] = useState({ text: '', isProblem: false });
  const [past, setPast] = useState<Past[]>([]);
  const refresh = useRefresh();
  const queue = useRef<ReviewQueue>(undefined);
  /** The keys of such decisions that are being undone. */
  const farReaching = useRef(new Set<string>());
  const state = useRef({ past, loaded });
  state.current = { past, loaded };

  const countInMenu = (by: number) => {
    if (page.filter.show !== 'snoozed') refresh.count(by);
  };
  const hide = (ids: string[], action: Action) => {
    setHidden((before) => new Map([...before, ...ids.map((id) => [id, action] as const)]));
    countInMenu(-ids.length);
  };
  const show = (ids: string[]) => {
    setHidden((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
    countInMenu(ids.filter((id) => hidden.has(id)).length);
  };
  const say = (text: string, isProblem = false) => setSaid({ text, isProblem });

  const receive = ({ key, batch, summary, failed, problem }: DecisionResult) => {
    const back = Object.keys(failed);
    const undone = undoneBy(key);
    if (undone === undefined) {
      const done = state.current.past.find((one) => one.key === key);
      if (done && FAR_REACHING.includes(done.action)) refresh.askForRows();
      setPast((before) => before.flatMap((one) => (one.key !== key ? one : batch ? { ...one, batch } : [])));
      // It did nothing, so its Undo would undo the decision before it.
      if (batch === null) queue.current?.takeBack(undoKey(key));
      if (back.length > 0 || problem) {
        show(back);
        setProblems((before) => ({ ...before, ...failed }));
        say(problem ?? Object.values(failed).join(' '), true);
      }
      return;
    }
    if (problem) say(problem, true);
    else if (undone === '') say(`Undone: ${summary}`);
    // What comes back may not be loaded, and what can't be undone is still shown as waiting.
    if (problem || undone === '' || farReaching.current.delete(undone)) refresh.askForRows();
  };
  const fail = (sent: SentDecision[], reason: string) => {
    const ids = sent.filter(({ key }) => undoneBy(key) === undefined).flatMap((one) => one.ids);
    show(ids);
    setProblems((before) => ({
      ...before,
      ...Object.fromEntries(ids.map((id) => [id, `Not saved. ${reason}`])),
    }));
    setPast((before) => before.filter(({ key }) => !sent.some((one) => one.key === key)));
    say(`Not saved. ${reason}`, true);
  };
  const handlers = useRef({ receive, fail, refresh });
  handlers.current = { receive, fail, refresh };

  useEffect(() => {
    const opened = openQueue({
      address: '/admin/inbox/decisions',
      onResult: (result) => handlers.current.receive(result),
      onFailure: (sent, reason) => handlers.current.fail(sent, reason),
      onIdle: () => handlers.current.refresh.start(),
    });
    queue.current = opened;
    const close = () => opened.close();
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('pagehide', close);
      close();
    };
  }, []);

  const rows = useMemo(() => loaded.filter(({ id }) => !hidden.has(id)), [loaded, hidden]);
  const counts = useMemo(() => countsAfter(page, loaded, hidden), [page, loaded, hidden]);
  const left = counts.shows[page.filter.show];
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again, it has nothing that was decided before
  useEffect(() => {
    const isOnItsWay = ({ batch, action }: Past) => batch === null && action !== 'split';
    const onTheirWay = state.current.past.filter(isOnItsWay);
    setHidden(new Map(onTheirWay.flatMap(({ ids, action }) => ids.map((id) => [id, action] as const))));
  }, [page]);
  const isOver = rows.length === 0 && page.rows.length > 0;
  useEffect(() => {
    // What is around the list counts too: it is loaded again.
    if (isOver) handlers.current.refresh.askForRows();
  }, [isOver]);
  useEffect(() => {
    if (rows.length < FEW_ROWS) loadMore();
  }, [rows.length, loadMore]);

  return {
    rows,
    counts,
    left,
    said: said.text,
    isProblem: said.isProblem,
    canUndo: past.length > 0,
    problems,
    say,
    decide: (ids, action, fields = {}) => {
      const key = createKey();
      const [first] = ids;
      const row = state.current.loaded.find(({ id }) => id === first);
      const leaving = action === 'split' ? [] : ids;
      hide(leaving, action);
      setPast((before) => [...before, { key, ids, action, batch: null }]);
      const name = ids.length === 1 ? `“${row?.title}”` : `${ids.length} items`;
      const kind = ids.length === 1 ? (row?.entry ?? 'new') : 'new';
      say(
        `${describeDone({ action, kind }, name)} ${left - (staysCounted(action, page) ? 0 : leaving.length)} left.`,
      );
      queue.current?.add({ key, ids, do: action, ...fields });
    },
    undo: () => {
      const last = state.current.past.at(-1);
      setPast((before) => before.slice(0, -1));
      if (!last) {
        queue.current?.add({ key: undoKey(''), ids: [], do: 'undo' });
        return [];
      }
      show(last.ids);
      setProblems((before) => withoutKeys(before, last.ids));
      say(`Undone. ${left + last.ids.length} left.`);
      if (queue.current?.takeBack(last.key)) return last.ids;
      if (FAR_REACHING.includes(last.action)) farReaching.current.add(last.key);
      const batch: Record<string, string> = last.batch === null ? {} : { batch: last.batch };
      queue.current?.add({ key: undoKey(last.key), ids: last.ids, do: 'undo', ...batch });
      return last.ids;
    },
  };
}

/** The rows of the page, and those of the next ones as they are loaded. `next` is null after the last. */
function useLoadedRows(page: InboxPage): { loaded: InboxRow[]; loadMore: () => void } {
  const [more, setMore] = useState<{ rows: InboxRow[]; next: string | null }>({ rows: [], next: page.next });
  const { data, load, state } = useFetcher<InboxPage>();
  useEffect(() => setMore({ rows: [], next: page.next }), [page]);
  useEffect(() => {
    if (data) setMore((before) => ({ rows: [...before.rows, ...data.rows], next: data.next }));
  }, [data]);
  const loaded = useMemo(() => {
    const known = new Set(page.rows.map(({ id }) => id));
    return [...page.rows, ...more.rows.filter(({ id }) => !known.has(id) && known.add(id))];
  }, [page.rows, more.rows]);
  const loadMore = useCallback(() => {
    if (more.next !== null && state === 'idle') void load(more.next);
  }, [more.next, state, load]);
  return { loaded, loadMore };
}

/** Snoozed until another day, it is still one of the snoozed items. */
function staysCounted(action: Action, { filter }: InboxPage): boolean {
  return action === 'snooze' && filter.show === 'snoozed';
}

function createKey(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}

function undoKey(key: string): string {
  return `undo ${key}`;
}

/** The key of the decision that this one undoes; undefined if it is not an Undo. */
function undoneBy(key: string): string | undefined {
  return key.startsWith('undo ') ? key.slice('undo '.length) : undefined;
}

function withoutKeys<Value>(record: Record<string, Value>, keys: string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
