/** What an editor can decide about what waits in the inbox. */
export const actions = ['publish', 'discard', 'snooze'] as const;

export type Action = (typeof actions)[number];

/** `until` is an instant (UTC epoch milliseconds). */
export type Decision = { action: 'publish' | 'discard' } | { action: 'snooze'; until: number };

/** 'Published “Ferry schedule changes”.' A `change` is one at the source of something public. */
export function sayDone(
  { action, kind }: { action: Action; kind: 'new' | 'change' },
  what: string,
  until = '',
): string {
  if (kind === 'change' && action === 'publish') return `Took over the source’s changes of ${what}.`;
  if (kind === 'change' && action === 'discard') return `Kept ${what} as it is.`;
  const words = {
    publish: 'Published',
    discard: 'Discarded',
    snooze: 'Snoozed',
  };
  return `${words[action]} ${what}${until ? ` until ${until}` : ''}.`;
}
