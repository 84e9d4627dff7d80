/** Saves a form as a draft while it is open: what happens in the page goes into the machine, its effects into the page. */
import {
  type Autosaved,
  type AutosaveEffect,
  type AutosaveEvent,
  type AutosaveState,
  type KeptForm,
  nextStep,
  openState,
} from './autosave-machine.ts';
import { contentsOf, defaultsOf, KEPT, NOTHING, SAVE_NOW } from './form-contents.ts';
import { forgetForm, keepForm, keptOf, readKept, sendForm, sendLeft } from './kept-forms.ts';
import { returnToPosition, type TypingPosition, typingPositionIn } from './typing-position.ts';

/** How often the form is checked for changes. */
const LOOK_MS = 1000;

/** Where someone was typing who saved with the keyboard. */
let typing: { id: string; position: TypingPosition } | undefined;

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
export function watchForm(form: HTMLFormElement, watch: Watch): () => void {
  const watched = new WatchedForm(form, watch);
  const stopped = new AbortController();
  const { signal } = stopped;
  form.addEventListener('submit', (event) => watched.submit(event), { signal });
  form.addEventListener(SAVE_NOW, (event) => watched.saveNow(event), { signal });
  document.addEventListener('visibilitychange', () => watched.lookIfHidden(), { signal });
  document.addEventListener('click', (event) => watched.goWithin(event), { signal });
  document.addEventListener('keydown', (event) => saveByKey(event, form), { signal });
  const timer = window.setInterval(() => watched.look(), LOOK_MS);
  return () => {
    watched.apply({ kind: 'stop' });
    window.clearInterval(timer);
    stopped.abort();
  };
}

class WatchedForm {
  readonly #form: HTMLFormElement;
  readonly #watch: Watch;
  #state: AutosaveState;
  /** Changes as soon as a new item is stored. */
  #address: string;
  #saving = Promise.resolve();
  /** The button of a form that waits for the running save. */
  #submitter: HTMLElement | null = null;

  constructor(form: HTMLFormElement, watch: Watch) {
    const { address, isUnsaved, say } = watch;
    this.#form = form;
    this.#watch = watch;
    this.#address = address;
    this.#moveToItem();
    const kept = this.#read();
    const saved = isUnsaved ? '' : defaultsOf(form);
    this.#state = openState(saved, isUnsaved ? contentsOf(form) : saved);
    // The copy that was stored as the form was sent is gone with its watch.
    if (isUnsaved) keepForm(kept);
    else if (typing?.id === kept.id) returnToPosition(form, typing.position);
    typing = undefined;
    if (!isUnsaved) void sendLeft(form, this.#address, readKept(kept), say);
  }

  apply(event: AutosaveEvent): void {
    const { state, effects } = nextStep(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
  }

  look(isUrgent = false): void {
    const { isPaused } = this.#watch;
    const contents = contentsOf(this.#form);
    const now = Date.now();
    this.apply({ kind: 'look', form: this.#read(), contents, now, isPaused: isPaused(), isUrgent });
  }

  lookIfHidden(): void {
    if (document.visibilityState === 'hidden') this.look(true);
  }

  saveNow(event: Event): void {
    event.preventDefault();
    const { detail: done } = event as CustomEvent<() => void>;
    const save = () => {
      this.look(true);
      return this.#saving;
    };
    // What is being saved now may be older than what was typed.
    void this.#saving.then(save).then(done);
  }

  submit(event: SubmitEvent): void {
    if (this.#state.isSaving) {
      // The form's tags are about to change: it is sent with the new ones.
      event.preventDefault();
      event.stopImmediatePropagation();
      this.#submitter = event.submitter;
    }
    this.apply({ kind: 'submit', form: this.#read() });
  }

  /** The router knows a new item's form by its first address: if it noticed the link, it would load the form again. */
  goWithin(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
    const target = link && document.getElementById(link.hash.slice(1));
    if (this.#address === this.#watch.address || !target || event.defaultPrevented) return;
    event.preventDefault();
    target.scrollIntoView();
    target.focus();
  }

  #perform(effect: AutosaveEffect): void {
    switch (effect.kind) {
      case 'store':
        keepForm(effect.form);
        break;
      case 'forget':
        forgetForm(effect.form);
        break;
      case 'save':
        this.#saving = sendForm(effect.form).then((outcome) =>
          this.apply({ ...effect, kind: 'saved', outcome }),
        );
        break;
      case 'pause':
        this.#watch.pause();
        break;
      case 'submit':
        this.#form.requestSubmit(this.#submitter);
        break;
      case 'show-saved':
        this.#showSaved(effect);
        break;
      case 'warn':
        this.#watch.say(effect.text, true);
        break;
    }
  }

  #showSaved({ contents, outcome }: { contents: string; outcome: Autosaved }): void {
    this.#form.dispatchEvent(new CustomEvent(KEPT, { detail: contents }));
    if (outcome.kind !== 'saved') return;
    setTag('draft', outcome.draft);
    setTag('version', outcome.version);
    this.#moveToItem();
    this.#watch.say(`${saidOf(this.#form)} (${outcome.at})`);
  }

  /** A new item is at its own address once it is stored: reloading the page, or coming back to it, shows its text. */
  #moveToItem(): void {
    const { id } = this.#read();
    const isStored = tagOf(this.#form, 'draft') !== NOTHING;
    if (!isStored || !id || !this.#address.endsWith('/add')) return;
    this.#address = this.#address.replace(/add$/, id);
    window.history.replaceState(window.history.state, '', this.#address);
  }

  #read(): KeptForm {
    return keptOf(this.#form, this.#address);
  }
}

/** Ctrl+S, or Command+S, presses the form's main button. */
function saveByKey(event: KeyboardEvent, form: HTMLFormElement): void {
  const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
  if (!isSave || event.altKey || event.shiftKey) return;
  event.preventDefault();
  if (event.repeat || document.querySelector('dialog[open]')) return;
  const position = typingPositionIn(form);
  typing = position && { id: keptOf(form, '').id, position };
  form.querySelector<HTMLElement>('#publishing .button--primary')?.click();
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
