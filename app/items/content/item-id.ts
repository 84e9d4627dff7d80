const pattern = /^[A-Za-z0-9_-]{1,128}$/;

/** Whether `id` can be an item's id (product contract section 4). Anything else has no row, and no query runs. */
export function isItemId(id: string | undefined): id is string {
  return id !== undefined && pattern.test(id) && id !== 'add';
}
