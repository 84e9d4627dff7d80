/** Forms that this browser stores until the server has saved them. */

/** `address` is where the form is; one of a new item ends in '/add'. */
export type KeptForm = { address: string; id: string; entries: [name: string, value: string][] };

const PREFIX = 'belfry-form ';

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
