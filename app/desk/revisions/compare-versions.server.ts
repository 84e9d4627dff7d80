import { type Comparison, compareTexts } from '#app/items/text/compare-texts.ts';
import { plainLinesOf } from '#app/platform/html/extract.server.ts';
import type { ShownField } from './shown-fields.ts';

/** A field that differs. `isOnlyMarkup`: only its formatting differs. */
export type ComparedField = Comparison & {
  name: string;
  label: string;
  isProse: boolean;
  isOnlyMarkup: boolean;
};

/** The fields that differ, and the labels of those that are the same and say something. */
export type ComparedVersions = { fields: ComparedField[]; unchanged: string[] };

/** Compares what two versions say, word by word. */
export function compareVersions(old: ShownField[], next: ShownField[]): ComparedVersions {
  const texts = new Map(old.map(({ field, text }) => [field.name, text]));
  const fields: ComparedField[] = [];
  const unchanged: string[] = [];
  for (const { field, text: after } of next) {
    const before = texts.get(field.name) ?? '';
    if (before === after) {
      if (after !== '') unchanged.push(field.label);
      continue;
    }
    const isHtml = field.kind === 'html';
    const comparison = compareTexts(
      isHtml ? plainLinesOf(before) : before,
      isHtml ? plainLinesOf(after) : after,
    );
    fields.push({
      ...comparison,
      name: field.name,
      label: field.label,
      isProse: isHtml || field.kind === 'text',
      isOnlyMarkup: comparison.blocks.every(({ isChanged }) => !isChanged),
    });
  }
  return { fields, unchanged };
}
