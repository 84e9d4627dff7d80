/** What a form contains, for noticing changes. */

/** Dispatched at a form whose contents, `detail`, were saved as a draft. */
export const KEPT = 'belfry-kept';

/** Dispatched at a form that must be saved as a draft at once; `detail` is called when that was tried. */
export const SAVE_NOW = 'belfry-save-now';

/** The tag of a draft that does not exist. */
export const NOTHING = '0';

/**
 * Saves a form as a draft at once and then calls `done`, also when it could not be saved or had no changes. False, and
 * nothing happens, when automatic saving has not been loaded.
 */
export function saveNow(form: HTMLFormElement, done: () => void): boolean {
  return !form.dispatchEvent(new CustomEvent(SAVE_NOW, { detail: done, cancelable: true }));
}

/** Fields that tell which version a form was opened with. */
const TAGS = new Set(['version', 'draft', 'asked']);

type Entry = [name: string, value: FormDataEntryValue];

/** What the form would send, as text that can be compared. */
export function contentsOf(form: HTMLFormElement | null | undefined): string {
  return contentsTextOf(form ? [...new FormData(form)] : []);
}

/** A file has no text to compare: its name and size stand for it. Where none is chosen, the browser sends an empty one. */
function textOfValue(value: FormDataEntryValue): string {
  if (typeof value === 'string') return value;
  return value.name === '' ? '' : `${value.name} ${value.size}`;
}

/** The form's original content, though the browser may have restored text from an earlier visit. */
export function defaultsOf(form: HTMLFormElement | null | undefined): string {
  return contentsTextOf([...(form?.elements ?? [])].flatMap((element) => defaultOf(element)));
}

function defaultOf(element: Element): Entry[] {
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options];
    const chosen = options.find((option) => option.defaultSelected) ?? options[0];
    return [[element.name, chosen?.value ?? '']];
  }
  if (element instanceof HTMLTextAreaElement) return [[element.name, element.defaultValue]];
  if (!(element instanceof HTMLInputElement)) return [];
  const isChoice = element.type === 'checkbox' || element.type === 'radio';
  if (isChoice) return element.defaultChecked ? [[element.name, element.value]] : [];
  return [[element.name, element.defaultValue]];
}

/** Without tags, and without empty or nameless fields: spare rows of a list come and go. */
function contentsTextOf(entries: Entry[]): string {
  const texts = entries.map(([name, value]) => [name, textOfValue(value)] as const);
  return JSON.stringify(texts.filter(([name, value]) => name !== '' && !TAGS.has(name) && value !== ''));
}
