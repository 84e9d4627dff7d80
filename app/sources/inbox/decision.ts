/** What an editor can decide about what waits in the inbox. */
export const actions = ['publish', 'discard', 'merge', 'split', 'snooze'] as const;

export type Action = (typeof actions)[number];

/**
 * `until` is an instant (UTC epoch milliseconds). `into` is an item, or an entry of the inbox, which takes over what was
 * decided about. `duplicate` is the own id of the one that becomes an item again, all of them if it is absent.
 */
export type Decision =
  | { action: 'publish' | 'discard' }
  | { action: 'snooze'; until: number }
  | { action: 'merge'; into: string }
  | { action: 'split'; duplicate?: string | undefined };

/** 'Published “Ferry schedule changes”.' A `change` is one at the source of something public. */
export function describeDone(
  { action, kind }: { action: Action; kind: 'new' | 'change' },
  what: string,
  until = '',
): string {
  if (kind === 'change' && action === 'publish') return `Took over the source’s changes of ${what}.`;
  if (kind === 'change' && action === 'discard') return `Kept ${what} as it is.`;
  const words = {
    publish: 'Published',
    discard: 'Discarded',
    merge: 'Merged',
    split: 'Separated the duplicates of',
    snooze: 'Snoozed',
  };
  return `${words[action]} ${what}${until ? ` until ${until}` : ''}.`;
}
