import type { Town } from './town.ts';

type Names = Pick<Town, 'title' | 'town'>;

/** The former names of the site and the town; undefined where nothing was replaced. */
export type FormerNames = { title: string | undefined; town: string | undefined };

/** A replaced name, before and after. */
export type NameChange = { from: string; to: string };

/** The replaced names. If site and town had the same name, the town's change counts. */
export function listNameChanges(town: Names, former: FormerNames): NameChange[] {
  const all = (['title', 'town'] as const).map((field) => ({ from: former[field], to: town[field] }));
  const changed = all.filter(({ from, to }) => from !== undefined && from !== to) as NameChange[];
  return changed.filter(({ from }, index) => !changed.slice(index + 1).some((later) => later.from === from));
}

/**
 * The text with its former names replaced, and how often each of them was found. `html` must be sanitized: only its
 * text and descriptions change, never an address or a tag. Names match as whole words; a current name that contains a
 * former one stays as it is.
 */
export function replaceNames(
  html: string,
  changes: NameChange[],
  town: Names,
): { html: string; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  if (changes.length === 0) return { html, counts };
  const pattern = patternOf([...changes.map(({ from }) => from), town.title, town.town]);
  const replaced = (text: string, isAttribute: boolean): string => {
    let isChanged = false;
    const words = plainOf(text).replace(pattern, (found) => {
      const change = changes.find(({ from }) => from === found.replace(/\s+/g, ' '));
      if (!change) return found;
      isChanged = true;
      counts.set(change.from, (counts.get(change.from) ?? 0) + 1);
      return change.to;
    });
    return isChanged ? escapeText(words, isAttribute) : text;
  };
  // Sanitized HTML has every attribute in double quotes and no bracket inside of one.
  const result = html.replace(/<[^>]*>|[^<]+/g, (piece) =>
    piece.startsWith('<')
      ? piece.replace(
          / (alt|title)="([^"]*)"/g,
          (_whole, name, value) => ` ${name}="${replaced(value, true)}"`,
        )
      : replaced(piece, false),
  );
  return { html: result, counts };
}

/** Cased letters, marks and digits: a match next to one of them is part of a longer word. */
const INSIDE_WORD = String.raw`[\p{Lu}\p{Ll}\p{Lt}\p{M}\p{N}]`;

/** The longest first, so that a name within another one belongs to that one. */
function patternOf(names: string[]): RegExp {
  const longestFirst = names.filter(Boolean).sort((one, other) => other.length - one.length);
  const spelled = longestFirst.map((name) =>
    name.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`),
  );
  return new RegExp(`(?<!${INSIDE_WORD})(?:${spelled.join('|')})(?!${INSIDE_WORD})`, 'gu');
}

function plainOf(text: string): string {
  const meant: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replace(/&(amp|lt|gt|quot);/g, (_whole, name: string) => meant[name] ?? '');
}

function escapeText(text: string, isAttribute: boolean): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return isAttribute ? escaped.replaceAll('"', '&quot;') : escaped;
}
