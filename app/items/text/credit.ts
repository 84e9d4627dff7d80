/** Where readers can see that an item comes from. `link` is the item's page there, null if it has none. */
export type Credit = { name: string; link: string | null };

/**
 * The sources of an item, the one that it takes its text from first; none for an item that was written here.
 * `confirmed` is when one of them listed it last, as words: 'today', 'November 18, 2026'. `isUnconfirmed`: none of them
 * lists the event any longer.
 */
export type Provenance = { credits: Credit[]; confirmed: string | null; isUnconfirmed: boolean };
