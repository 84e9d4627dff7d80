/** Forms that this browser sends to be saved as drafts, and stores until the server has saved them. */
import type { KeptForm, Sent } from './autosave-machine.ts';

const PREFIX = 'belfry-form ';
/** Browsers refuse requests that outlive their page with more than 64 KiB (Fetch standard, 4.6). */
const MAX_KEEPALIVE = 60_000;
/** All automatic saves of an open page share one revision. */
const SESSION = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** What a form would send from this address. */
export function keptOf(form: HTMLFormElement, address: string): KeptForm {
  const entries = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
  return { address, id: entries.find(([name]) => name === 'id')?.[1] ?? '', entries };
}

/** Stores a form in this browser. If the browser can't store anything, nothing happens. */
export function keepForm(form: KeptForm): void {
  try {
    window.localStorage.setItem(keyOf(form), JSON.stringify(form));
  } catch {
    // Storage is full or forbidden.
  }
}

export function forgetForm(form: Pick<KeptForm, 'address' | 'id'>): void {
  try {
    window.localStorage.removeItem(keyOf(form));
  } catch {
    // Storage is forbidden.
  }
}

/** The stored form of this item; for the form of a new item, all stored forms of new items of its collection. */
export function readKept({ address, id }: Pick<KeptForm, 'address' | 'id'>): KeptForm[] {
  try {
    const all = Object.keys(window.localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key): KeptForm => JSON.parse(window.localStorage.getItem(key) ?? ''));
    const isNew = address.endsWith('/add');
    return all.filter((form) => (isNew ? form.address === address : keyOf(form) === keyOf({ address, id })));
  } catch {
    return [];
  }
}

/** The same for the form of a new item and for its form once it is saved. */
function keyOf({ address, id }: Pick<KeptForm, 'address' | 'id'>): string {
  return `${PREFIX}${address.slice(0, address.lastIndexOf('/'))}/${id}`;
}

export async function sendForm({ address, entries }: KeptForm): Promise<Sent> {
  try {
    const body = new URLSearchParams(entries);
    const response = await fetch(`${address}/autosave?session=${SESSION}`, {
      method: 'POST',
      body,
      redirect: 'manual',
      keepalive: body.toString().length < MAX_KEEPALIVE,
    });
    // Everyone but the administrator is redirected.
    if (response.type === 'opaqueredirect') return { kind: 'logged-out' };
    if (response.status === 403) return { kind: 'read-only' };
    if (!response.headers.get('Content-Type')?.startsWith('application/json')) return { kind: 'failed' };
    return (await response.json()) as Sent;
  } catch {
    return { kind: 'offline' };
  }
}

/** Nothing is known of what the server would say. */
const UNSENT = new Set<Sent['kind']>(['offline', 'logged-out', 'read-only', 'failed']);

/**
 * Sends what an earlier visit could not save; the form then shows it, or a new item's form links to it. If the draft has
 * changed since, the form shows it unsaved.
 */
export async function sendLeft(
  form: HTMLFormElement,
  address: string,
  left: KeptForm[],
  say: (text: string, isUrgent?: boolean) => void,
): Promise<void> {
  const isNew = address.endsWith('/add');
  for (const one of left) {
    const outcome = await sendForm(one);
    if (UNSENT.has(outcome.kind)) return;
    if (outcome.kind === 'conflict' && !isNew) return fillIn(form, one.entries);
    // The item's own form shows it.
    if (outcome.kind === 'conflict') continue;
    forgetForm(one);
    // Empty: the closed page has saved it, perhaps after this one was loaded.
    if (!isNew && /^(saved|empty)$/.test(outcome.kind)) return window.location.assign(address);
    if (outcome.kind === 'saved')
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
