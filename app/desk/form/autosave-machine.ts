/** When an open form is saved as a draft, as a pure function: a state and an event in, the next state and effects out. */
/** The pause between two automatic saves. */
export const PAUSE_MS = 4000;

/**
 * The response to an automatic save. `draft` and `version` are the tags that the form sends from now on; `at` is the
 * town's time. `empty`: there is nothing to save yet. `refused`: it can't be stored, for example because it is too
 * long. `conflict`: someone else changed the draft or deleted the item.
 */
export type Autosaved =
  | { kind: 'saved'; at: string; draft: string; version: string }
  | { kind: 'empty' | 'refused' | 'conflict' | 'failed' };

/** What a form would send. `address` is where it is; one of a new item ends in '/add'. */
export type KeptForm = { address: string; id: string; entries: [name: string, value: string][] };

/** What a save led to; also the reason why there is no response. */
export type Sent = Autosaved | { kind: 'offline' | 'logged-out' | 'read-only' };

/** `contents` are those of `contentsOf`. */
export type AutosaveState = {
  /** The contents that the server has, or refused to store. */
  saved: string;
  /** The contents that this browser has stored, which may be newer. */
  stored: string;
  /** No save starts before this time. */
  nextAt: number;
  isSaving: boolean;
  /** The form is sent once the running save has given it its new tags. */
  isWaiting: boolean;
  /** What was sent with the form. It stays in this browser until there is a response. */
  sent: KeptForm | undefined;
  /** Nothing is saved any more: the form is gone, or someone else changed its draft. */
  isOver: boolean;
};

export type AutosaveEvent =
  /** Once a second, and with `isUrgent` when the page is hidden or a link of the form needs the draft. */
  | { kind: 'look'; form: KeptForm; contents: string; now: number; isPaused: boolean; isUrgent?: boolean }
  | { kind: 'saved'; form: KeptForm; contents: string; outcome: Sent }
  | { kind: 'submit'; form: KeptForm }
  | { kind: 'stop' };

type EventOf<Kind> = Extract<AutosaveEvent, { kind: Kind }>;

export type AutosaveEffect =
  /** Stores the form in this browser, or removes it from there. */
  | { kind: 'store' | 'forget'; form: KeptForm }
  /** Sends the form to be saved as a draft. */
  | { kind: 'save'; form: KeptForm; contents: string }
  /** Saves no drafts before there is a response to the form. */
  | { kind: 'pause' }
  /** Sends the form, which waited for its new tags. */
  | { kind: 'submit' }
  | { kind: 'show-saved'; contents: string; outcome: Autosaved }
  | { kind: 'warn'; text: string };

type Step = { state: AutosaveState; effects: AutosaveEffect[] };

/** A form whose server has `saved`. `stored` is what this browser has. */
export function openState(saved: string, stored: string): AutosaveState {
  return {
    saved,
    stored,
    nextAt: 0,
    isSaving: false,
    isWaiting: false,
    sent: undefined,
    isOver: false,
  };
}

export function nextStep(state: AutosaveState, event: AutosaveEvent): Step {
  switch (event.kind) {
    case 'look':
      return look(state, event);
    case 'saved':
      return finishSave(state, event);
    case 'submit':
      return submit(state, event);
    case 'stop':
      return forgetSent({ ...state, isOver: true });
  }
}

function look(state: AutosaveState, { form, contents, now, isPaused, isUrgent }: EventOf<'look'>): Step {
  if (state.isOver || isPaused) return { state, effects: [] };
  if (contents === state.saved) return forgetSent(state);
  const effects: AutosaveEffect[] = contents === state.stored ? [] : [{ kind: 'store', form }];
  const next = { ...state, stored: contents };
  if (state.isSaving || (now < state.nextAt && !isUrgent)) return { state: next, effects };
  return {
    state: { ...next, isSaving: true, nextAt: now + PAUSE_MS },
    effects: [...effects, { kind: 'save', form, contents }],
  };
}

function submit(state: AutosaveState, { form }: EventOf<'submit'>): Step {
  if (state.isSaving) return { state: { ...state, isWaiting: true }, effects: [] };
  // If it were also saved as a draft, the form would conflict with itself.
  return {
    state: { ...state, stored: '', sent: form },
    effects: [{ kind: 'pause' }, { kind: 'store', form }],
  };
}

function finishSave(before: AutosaveState, { form, contents, outcome }: EventOf<'saved'>): Step {
  const state = { ...before, isSaving: false, isWaiting: false };
  if (state.isOver) return { state, effects: [] };
  const waiting: AutosaveEffect[] = before.isWaiting ? [{ kind: 'submit' }] : [];
  const { kind } = outcome;
  if (kind === 'saved' || kind === 'empty')
    return {
      state: { ...state, saved: contents },
      effects: [{ kind: 'forget', form }, { kind: 'show-saved', contents, outcome }, ...waiting],
    };
  const isRefused = kind === 'refused' || kind === 'conflict';
  return {
    state: { ...state, saved: isRefused ? contents : state.saved, isOver: kind === 'conflict' },
    effects: [{ kind: 'warn', text: WARNINGS[kind] }, ...waiting],
  };
}

/** Why a form was not saved. */
const WARNINGS: Record<Exclude<Sent['kind'], 'saved' | 'empty'>, string> = {
  offline: 'Not connected. Your text is kept in this browser.',
  'read-only': 'The site can’t be changed now. Your text is kept in this browser.',
  'logged-out': 'You are logged out. Your text is kept in this browser. Log in again in another tab.',
  failed: 'Not saved yet. Your text is kept in this browser.',
  conflict: 'Someone else changed this draft. Press Save to see both. Your text is kept here.',
  refused: 'Not saved as a draft: the text is too long or invalid.',
};

function forgetSent(state: AutosaveState): Step {
  const effects: AutosaveEffect[] = state.sent ? [{ kind: 'forget', form: state.sent }] : [];
  return { state: { ...state, sent: undefined }, effects };
}
