/** Where the review is, in the browser: the row in focus. */

/** The rows on the page, in their order. */
export function rowsIn(form: HTMLElement): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>('[data-row]')];
}

/** The row with the focus, or with something in it that has. */
export function rowInFocus(form: HTMLElement): HTMLElement | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]');
  return row && form.contains(row) ? row : undefined;
}

/** Moves to the next row (1) or the one before (-1); to the first if no row has the focus. */
export function moveFocus(form: HTMLElement, by: 1 | -1): void {
  const rows = rowsIn(form);
  const row = rowInFocus(form);
  focus(row ? rows[rows.indexOf(row) + by] : rows[0]);
}

/** Before these rows disappear: moves to the next one that stays, or else to the last one before. */
export function leaveRows(form: HTMLElement, ids: string[]): void {
  const rows = rowsIn(form);
  const isLeaving = ({ dataset }: HTMLElement) => ids.includes(dataset.row ?? '');
  const at = rows.findIndex((row) => row === rowInFocus(form) || isLeaving(row));
  focus(
    rows.slice(at).find((row) => !isLeaving(row)) ?? rows.slice(0, at).findLast((row) => !isLeaving(row)),
  );
}

/** Moves to a row that has just come back, when it is on the page. */
export function focusRow(id: string | undefined): void {
  window.requestAnimationFrame(() => focus(document.getElementById(`row-${id}`)));
}

/** The ids of the selected rows. */
export function selectedIn(form: HTMLElement): string[] {
  const boxes = form.querySelectorAll<HTMLInputElement>('input[name="id"]:checked');
  return [...boxes].map(({ value }) => value);
}

function focus(row: HTMLElement | null | undefined): void {
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}
