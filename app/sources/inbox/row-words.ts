/** What a row of the inbox says about itself, by why it waits: on the server, because the page's script is small. */
import type { EntryKind } from '#app/platform/database/tables/tables.ts';

type About = {
  entry: EntryKind;
  /** The collection, and its item as a word: 'Event'. */
  section: string;
  kind: string;
  /** It is about an item that exists. */
  isChange: boolean;
  /** A published event that its sources no longer list. */
  isVanished: boolean;
};

/** `becomes` introduces a new value to screen readers; `publish` and `discard` are what the two main decisions are called. */
export type RowWords = { kicker: string; publish: string; discard: string; becomes: string };

export function rowWordsOf(about: About): RowWords {
  const becomes = about.entry === 'change' ? 'The source says:' : 'Becomes:';
  return { kicker: kickerOf(about), becomes, ...decisionWordsOf(about) };
}

function kickerOf({ entry, isVanished, isChange, kind }: About): string {
  if (isVanished) return 'No longer listed';
  if (entry === 'suggestion' && isChange) return `${kind}: change`;
  return entry === 'change' ? 'Source changed' : kind;
}

function decisionWordsOf({ section, entry, isVanished, isChange }: About): {
  publish: string;
  discard: string;
} {
  if (section === 'notices') return { publish: 'Put up', discard: 'Discard' };
  if (isVanished) return { publish: 'Mark as canceled', discard: 'Keep it' };
  if (entry === 'change') return { publish: 'Use the source’s', discard: 'Keep mine' };
  if (isChange) return { publish: 'Apply change', discard: 'No change needed' };
  if (entry === 'draft') return { publish: 'Publish', discard: 'Hand back' };
  return { publish: 'Publish', discard: entry === 'suggestion' ? 'Decline' : 'Discard' };
}
