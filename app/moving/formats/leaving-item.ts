import type { ItemKind } from './found.ts';

/** Votes per option, as every visitor may see them. */
export type LeavingResult = { voters: number; options: { text: string; votes: number }[] };

/**
 * An item of this site as writers of other formats get it. `input` has the fields of the API, which a draft may lack.
 * `address` is its page, absolute. `publishAt` is UTC epoch milliseconds, of scheduled items only. `result` is a poll's,
 * unless it is hidden from visitors.
 */
export type LeavingItem = {
  kind: ItemKind;
  id: string;
  title: string;
  input: Record<string, unknown>;
  publication: 'published' | 'scheduled' | 'draft';
  publishAt?: number | undefined;
  address: string;
  /** The last part of its address in other systems: letters, digits and hyphens. */
  slug: string;
  result?: LeavingResult | undefined;
};

/** The text of a field; '' for every other value. */
export function fieldTextOf(input: Record<string, unknown>, field: string): string {
  const value = input[field];
  return typeof value === 'string' ? value : '';
}
