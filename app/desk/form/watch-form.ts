/** Saves a form as a draft while it is open, in the browser. */
import type { Autosaved } from '#app/desk/list/autosaved.ts';
import { contentsOf, defaultsOf, KEPT, NOTHING, SAVE_NOW } from './form-contents.ts';
import { forgetForm, type KeptForm, keepForm, readKept } from './kept-forms.ts';
import { returnToPosition, type TypingPosition, typingPositionIn } from './typing-position.ts';

/** How often the form is checked for changes, and the pause between two saves. */
const LOOK_MS = 1000;
const PAUSE_MS = 4000;
/** Browsers refuse requests that outlive their page with more than 64 KiB (Fetch standard, 4.6). */
const MAX_KEEPALIVE = 60_000;
/** All automatic saves of an open page share one revision. */
const SESSION = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Where someone was typing who saved with the keyboard. */
let typing: { id: string; place: TypingPosition } | undefined;

export type Watch = {
  /** The address of the form. */
  address: string;
  /** The form was shown again as typed, because it was not saved. */
  isUnsaved: boolean;
  say: (text: string, isUrgent?: boolean) => void;
  /** The form is being sent, until there is a response. */
  isPaused: () => boolean;
  pause: () => void;
};

/** Saves the form until the returned function is called. */
export function watchForm(
  form: HTMLFormElement,
  { address: opened, isUnsaved, say, isPaused, pause }: Watch,
): () => void {
  let address = opened;
  let last = isUnsaved ? '' : defaultsOf(form);
  let stored = last;
  let nextAt = 0;
  let isBusy = false;
  let saving = Promise.resolve();
  let submitter: HTMLElement | null | undefined;
  /** What was sent with the form. It stays in this browser until there is a response. */
  let sent: KeptForm | undefined;
  let isOver = false;

  const forgetSent = () => {
    if (sent) forgetForm(sent);
    sent = undefined;
  };

  const look = async (isLeaving = false) => {
    const contents = contentsOf(form);
    if (isOver || isPaused()) return;
    if (contents === last) return forgetSent();
    const now = kept(form, address);
    if (contents !== stored) keepForm(now);
    stored = contents;
    if (isBusy || (Date.now() < nextAt && !isLeaving)) return;
    saving = save(now, contents);
    await saving;
  };

  const save = async (now: KeptForm, contents: string) => {
    isBusy = true;
    nextAt = Date.now() + PAUSE_MS;
    const outcome = await sendForm(now);
    isBusy = false;
    if (isOver) return;
    note(outcome, contents);
    if (submitter !== undefined) form.requestSubmit(submitter);
  };

  /** A new item is at its own address once it is stored: reloading the page, or coming back to it, shows its text. */
  const moveToItem = () => {
    const { id } = kept(form, address);
    const isStored = tagOf(form, 'draft') !== NOTHING;
    if (!isStored || !id || !address.endsWith('/add')) return;
    address = address.replace(/add$/, id);
    window.history.replaceState(window.history.state, '', address);
  };

  /** The router knows a new item's form by its first address: if it noticed the link, it would load the form again. */
  const goWithin = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
    const target = link && document.getElementById(link.hash.slice(1));
    if (address === opened || !target || event.defaultPrevented) return;
    event.preventDefault();
    target.scrollIntoView();
    target.focus();
  };

  const note = (outcome: Awaited<ReturnType<typeof sendForm>>, contents: string) => {
    if (outcome === 'offline') return say('Not connected. Your text is kept in this browser.', true);
    if (outcome === 'read-only')
      return say('The site can’t be changed now. Your text is kept in this browser.', true);
    if (outcome === 'logged-out')
      return say('You are logged out. Your text is kept in this browser. Log in again in another tab.', true);
    if (outcome.kind === 'failed') return say('Not saved yet. Your text is kept in this browser.', true);
    last = contents;
    if (outcome.kind === 'conflict') {
      isOver = true;
      return say('Someone else changed this draft. Press Save to see both. Your text is kept here.', true);
    }
    if (outcome.kind === 'refused')
      return say('Not saved as a draft: the text is too long or invalid.', true);
    forgetForm(kept(form, address));
    form.dispatchEvent(new CustomEvent(KEPT, { detail: contents }));
    if (outcome.kind !== 'saved') return;
    setTag('draft', outcome.draft);
    setTag('version', outcome.version);
    moveToItem();
    say(`${saidOf(form)} (${outcome.at})`);
  };

  moveToItem();
  // The copy that was stored as the form was sent is gone with its watch.
  if (isUnsaved) {
    keepForm(kept(form, address));
    stored = contentsOf(form);
  }
  if (typing?.id === kept(form, address).id && !isUnsaved) returnToPosition(form, typing.place);
  typing = undefined;
  const left = isUnsaved ? [] : readKept(kept(form, address));
  void sendLeft(form, address, left, say);
  const timer = window.setInterval(() => void look(), LOOK_MS);
  const noteSubmit = (event: SubmitEvent) => {
    if (isBusy) {
      // The form's tags are about to change: it is sent with the new ones.
      event.preventDefault();
      event.stopImmediatePropagation();
      submitter = event.submitter;
      return;
    }
    // From now on: if it were also saved as a draft, the form would conflict with itself.
    pause();
    submitter = undefined;
    stored = '';
    sent = kept(form, address);
    keepForm(sent);
  };
  const noteAsked = (event: Event) => {
    event.preventDefault();
    const { detail: done } = event as CustomEvent<() => void>;
    // What is being saved now may be older than what was typed.
    void saving.then(() => look(true)).then(done);
  };
  /** Ctrl+S, or Command+S, presses the form's main button. */
  const noteKey = (event: KeyboardEvent) => {
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
    if (!isSave || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (event.repeat || document.querySelector('dialog[open]')) return;
    const place = typingPositionIn(form);
    typing = place && { id: kept(form, address).id, place };
    form.querySelector<HTMLElement>('#publishing .button--primary')?.click();
  };
  const noteHidden = () => void (document.visibilityState === 'hidden' && look(true));
  form.addEventListener('submit', noteSubmit);
  form.addEventListener(SAVE_NOW, noteAsked);
  document.addEventListener('visibilitychange', noteHidden);
  document.addEventListener('click', goWithin);
  document.addEventListener('keydown', noteKey);
  return () => {
    isOver = true;
    forgetSent();
    window.clearInterval(timer);
    form.removeEventListener('submit', noteSubmit);
    form.removeEventListener(SAVE_NOW, noteAsked);
    document.removeEventListener('visibilitychange', noteHidden);
    document.removeEventListener('click', goWithin);
    document.removeEventListener('keydown', noteKey);
  };
}

/**
 * Sends what an earlier visit could not save; the form then shows it, or a new item's form links to it. If the draft has
 * changed since, the form shows it unsaved.
 */
async function sendLeft(
  form: HTMLFormElement,
  address: string,
  left: KeptForm[],
  say: Watch['say'],
): Promise<void> {
  const isNew = address.endsWith('/add');
  for (const one of left) {
    const outcome = await sendForm(one);
    if (typeof outcome === 'string' || outcome.kind === 'failed') return;
    if (outcome.kind === 'conflict' && !isNew) return fillIn(form, one.entries);
    // The item's own form shows it.
    if (outcome.kind === 'conflict') continue;
    forgetForm(one);
    if (outcome.kind !== 'saved') continue;
    if (!isNew) return window.location.assign(address);
    say('Text from an earlier visit was not saved. It is in the list of drafts now.', true);
  }
}

/** With the tags of that visit: the next save shows both versions. */
function fillIn(form: HTMLFormElement, entries: KeptForm['entries']): void {
  const left = [...entries];
  const take = (name: string, isTaken = (_value: string) => true) => {
    const at = left.findIndex((entry) => entry[0] === name && isTaken(entry[1]));
    return at < 0 ? undefined : left.splice(at, 1)[0]?.[1];
  };
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
      if ((take(field.name, (value) => value === field.value) !== undefined) !== field.checked) field.click();
    } else if (isText(field)) {
      field.value = take(field.name) ?? '';
      // The editor follows it.
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}

function isText(field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (field instanceof HTMLInputElement) return field.name !== '' && field.type !== 'file';
  return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
}

function kept(form: HTMLFormElement, address: string): KeptForm {
  const entries = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
  return { address, id: entries.find(([name]) => name === 'id')?.[1] ?? '', entries };
}

/** Also the reason why there is no response. */
async function sendForm({
  address,
  entries,
}: KeptForm): Promise<Autosaved | 'offline' | 'logged-out' | 'read-only'> {
  try {
    const body = new URLSearchParams(entries);
    const response = await fetch(`${address}/autosave?session=${SESSION}`, {
      method: 'POST',
      body,
      redirect: 'manual',
      keepalive: body.toString().length < MAX_KEEPALIVE,
    });
    // Everyone but the administrator is redirected.
    if (response.type === 'opaqueredirect') return 'logged-out';
    if (response.status === 403) return 'read-only';
    if (!response.headers.get('Content-Type')?.startsWith('application/json')) return { kind: 'failed' };
    return (await response.json()) as Autosaved;
  } catch {
    return 'offline';
  }
}

/** What an automatic save did: the status that is chosen comes with the form's own Save. */
function saidOf(form: HTMLFormElement): string {
  const publication = new FormData(form).get('publication');
  if (publication === 'published') return 'Draft saved; not on the site yet';
  return publication === 'scheduled' ? 'Draft saved; not scheduled yet' : 'Draft saved';
}

function tagOf(form: HTMLFormElement, name: string): string {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input.value : NOTHING;
}

/** Also in the form that discards the draft. */
function setTag(name: string, tag: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)) input.value = tag;
}
