/** Where the browser's tab remembers the list that a form was opened from: `{ address, id }`, 'add' for a new item. */
export const LIST_PLACE = 'belfry-list';
