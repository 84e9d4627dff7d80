/** The date of an item's form, and the minute at which the page was loaded; both as a form writes them, in town time. */
export type DatedForm = { dateField: string; now: string };

/**
 * In the browser: choosing a future date while Published is chosen chooses Scheduled for that date instead, which saving
 * would do to a new or published item, and back when the date is past again. Calls `note` with a message, '' for none.
 */
export function followDate(
  form: HTMLFormElement,
  { dateField, now }: DatedForm,
  note: (text: string) => void,
): () => void {
  const input = (selector: string) => form.querySelector<HTMLInputElement>(selector);
  const date = input(`input[name="${dateField}"]`);
  const status = (value: string) => input(`input[name="publication"][value="${value}"]`);
  const publishAt = input('input[name="publishAt"]');
  if (!date || !publishAt) return () => {};
  let followed = date.value;
  let isScheduledByDate = false;
  const follow = () => {
    if (date.value === followed) return;
    followed = date.value;
    const isFuture = date.value > now;
    if (isFuture && (status('published')?.checked || isScheduledByDate)) {
      publishAt.value = date.value;
      status('scheduled')?.click();
      isScheduledByDate = true;
      note('Scheduled, because the publication date is in the future.');
    } else if (!isFuture && isScheduledByDate && status('scheduled')?.checked) {
      status('published')?.click();
      isScheduledByDate = false;
      note('');
    }
  };
  // Another choice is the editor's.
  const forget = (event: Event) => {
    if (!event.isTrusted || (event.target as HTMLInputElement).name !== 'publication') return;
    isScheduledByDate = false;
    note('');
  };
  // While a date is typed it can be in the future for a moment.
  date.addEventListener('blur', follow);
  form.addEventListener('submit', follow);
  form.addEventListener('change', forget);
  return () => {
    date.removeEventListener('blur', follow);
    form.removeEventListener('submit', follow);
    form.removeEventListener('change', forget);
  };
}
