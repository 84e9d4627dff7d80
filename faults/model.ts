/** What one item should do: the state after each operation, or that the site's response contradicts the state. */

import { MINUTE_MS } from '#app/platform/time/durations.ts';

/** `title` names the write that set it, and so does `body`, which a PATCH of the title leaves. */
type Content = { title: string; body: string };
type Publication = 'published' | 'scheduled' | 'draft';

/** `tag` is unknown until someone has read it. `at`: when a scheduled item becomes public, UTC epoch milliseconds. */
type Item = Content & { tag?: string | undefined; publication: Publication; at?: number | undefined };

/** Changes next to a published or scheduled item; `base` is the tag of the item that they began from. */
type Changes = Content & { tag?: string | undefined; base: string };

export type State = { item?: Item | undefined; changes?: Changes | undefined; trash: Omit<State, 'trash'>[] };

export const nothing: State = { trash: [] };

/** The tags in a form: of the item, and of its draft. '0' is for none. */
type FormTags = { version: string; draft: string };

export type Call =
  | { kind: 'read' }
  | { kind: 'visit' }
  | { kind: 'open' }
  | { kind: 'put'; publication: Publication; at?: number | undefined; match?: string | undefined }
  | { kind: 'create' }
  | { kind: 'patch'; match?: string | undefined }
  | { kind: 'delete'; match?: string | undefined }
  | { kind: 'restore' }
  | ({ kind: 'save'; publication: Publication } & FormTags)
  | ({ kind: 'autosave' } & FormTags);

/** What the site's response said. `seen` is the item, or what the form showed; absent where the response has none. */
export type Result = {
  outcome: 'done' | 'absent' | 'outdated' | 'present';
  seen?: Partial<Content & { tag: string; publication: Publication } & FormTags> | undefined;
};

/** One call of one client; times are UTC epoch milliseconds, `until` is infinite if the response was lost. Without `result`, it is unknown whether it had an effect. */
export type Operation = { write: string; call: Call; from: number; until: number; result?: Result };

/** The state after the operation; undefined if its response is not one that this state gives. */
export function apply(state: State, { call, result, write, until }: Operation): State | undefined {
  if (call.kind === 'visit') return stateAfterVisit(state, result, until);
  const step = steps[call.kind] as (state: State, call: Call, write: string) => Expected;
  const { outcome, after = state } = step(state, call, write);
  // Nobody knows what an interrupted call returned: without an effect it is left out of the order.
  if (!result) return outcome === 'done' ? after : undefined;
  if (outcome !== result.outcome && !isGoneFor(call, outcome, result)) return undefined;
  return result.seen ? seenAs(after, call, result.seen, until) : after;
}

/** A call with If-Match about an item that has just been deleted gets 412 or 404. */
function isGoneFor(call: Call, outcome: Result['outcome'], result: Result): boolean {
  const isConditional = 'match' in call && call.match !== undefined;
  return isConditional && outcome === 'absent' && result.outcome === 'outdated';
}

type Expected = { outcome: Result['outcome']; after?: State };
type Of<Kind> = Extract<Call, { kind: Kind }>;
type Editing = Exclude<Call['kind'], 'visit'>;

const absent = { outcome: 'absent' } as const;
const outdated = { outcome: 'outdated' } as const;

const steps: { [Kind in Editing]: (state: State, call: Of<Kind>, write: string) => Expected } = {
  read: ({ item }) => (item ? { outcome: 'done' } : absent),
  open: ({ item }) => (item ? { outcome: 'done' } : absent),
  put: (state, { publication, at, match }, write) =>
    isOther(state, match) ? outdated : put(state, { title: write, body: write, publication, at }),
  create: (state, _, write) =>
    state.item ? outdated : put(state, { title: write, body: write, publication: 'published' }),
  patch: (state, { match }, write) => {
    const { item } = state;
    if (!item) return absent;
    return isOther(state, match) ? outdated : put(state, { ...item, title: write, tag: undefined });
  },
  delete: ({ trash, ...state }, { match }) => {
    if (!state.item) return absent;
    if (isOther({ trash, ...state }, match)) return outdated;
    return { outcome: 'done', after: { trash: [...trash, state] } };
  },
  restore: ({ item, trash }) => {
    if (item) return { outcome: 'present' };
    const last = trash.at(-1);
    return last ? { outcome: 'done', after: { ...last, trash: trash.slice(0, -1) } } : absent;
  },
  save: (state, { publication, version, draft }, write) => {
    const { item, changes } = state;
    const own = item?.publication === 'draft' ? item : changes;
    if (version !== (item ? item.tag : '0') || draft !== (own ? own.tag : '0')) return outdated;
    const at = publication === 'scheduled' && item?.at ? minuteOf(item.at) : undefined;
    const isDue = publication === 'scheduled' && at === undefined;
    const saved = { title: write, body: write, publication: isDue ? 'published' : publication, at } as const;
    return { outcome: 'done', after: { item: saved, trash: state.trash } };
  },
  autosave: (state, { version, draft }, write) => {
    const { item, changes, trash } = state;
    const own = item?.publication === 'draft' ? item : changes;
    const isGone = !item && version !== '0';
    const isTaken = item !== undefined && !own && version === '0';
    if (isGone || isTaken || draft !== (own ? own.tag : '0')) return outdated;
    const saved = { title: write, body: write };
    const isOnlyDraft = !item || item.publication === 'draft';
    const after = isOnlyDraft
      ? { item: { ...saved, publication: 'draft' as const }, trash }
      : { item, changes: { ...saved, base: version }, trash };
    return { outcome: 'done', after };
  },
};

/** A form names a minute. The seconds are known from the item, unless that was in the trash for a moment. */
function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

function isOther({ item }: State, match: string | undefined): boolean {
  return match !== undefined && match !== item?.tag;
}

/** A draft of changes stays next to an item that is saved without its form, unless that becomes a draft, too. */
function put({ changes, trash }: State, item: Item): Expected {
  const left = item.publication === 'draft' ? undefined : changes;
  return { outcome: 'done', after: { item, ...(left ? { changes: left } : {}), trash } };
}

/** The time can have published a scheduled item before the response. */
function isDue(item: Item | undefined, until: number): boolean {
  return item?.publication === 'scheduled' && (item.at ?? 0) <= until;
}

/** What a visitor sees: the item if it is public, and it stays public. */
function stateAfterVisit(state: State, result: Result | undefined, until: number): State | undefined {
  const isPublic = state.item?.publication === 'published';
  if (result?.outcome !== 'done') return isPublic ? undefined : state;
  return seenAs(state, { kind: 'visit' }, { ...result.seen, publication: 'published' }, until);
}

/** The state with what the response says about it; undefined if that contradicts it. */
function seenAs(
  state: State,
  { kind }: Pick<Call, 'kind'>,
  seen: NonNullable<Result['seen']>,
  until: number,
): State | undefined {
  const { item, changes } = state;
  if (!item) return undefined;
  const isForm = kind === 'open';
  const ofDraft = isForm || kind === 'autosave' ? changes : undefined;
  const shown = ofDraft ?? item;
  if (seen.title !== undefined && seen.title !== shown.title) return undefined;
  if (seen.body !== undefined && seen.body !== shown.body) return undefined;
  const known = { ...item };
  const draft = changes && { ...changes };
  if (!isForm && seen.publication && seen.publication !== item.publication) {
    if (!(seen.publication === 'published' && isDue(item, until))) return undefined;
    known.publication = 'published';
    known.at = undefined;
  }
  const itemTag = isForm && ofDraft ? undefined : isForm ? seen.version : ofDraft ? undefined : seen.tag;
  if (itemTag !== undefined && !agree(known, itemTag)) return undefined;
  const own = item.publication === 'draft' ? known : draft;
  const draftTag = isForm ? seen.draft : ofDraft ? seen.tag : undefined;
  if (draftTag !== undefined && (own ? !agree(own, draftTag) : draftTag !== '0')) return undefined;
  if (isForm && ofDraft && seen.version !== ofDraft.base) return undefined;
  return { ...state, item: known, ...(draft ? { changes: draft } : {}) };
}

/** Whether the tag can be that one; the first to read it finds out. */
function agree(of: { tag?: string | undefined }, tag: string): boolean {
  of.tag ??= tag;
  return of.tag === tag;
}
