import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { type FormerNames, listNameChanges, type NameChange, replaceNames } from '#app/town/name-change.ts';
import type { Town } from '#app/town/town.ts';
import { textFields } from '#app/town/town-form.ts';

/** Which texts contain which former names, and how often, and the current names. */
export type NameOffer = {
  changes: NameChange[];
  texts: { field: string; label: string; found: { name: string; count: number }[] }[];
};

/** Null when no text contains a former name. */
export function findNameOffer(town: Town, former: FormerNames): NameOffer | null {
  const all = listNameChanges(town, former);
  if (all.length === 0) return null;
  const texts = textFields.flatMap(({ name: field, label }) => {
    const { counts } = replaceNames(sanitize(town[field]), all, town);
    const found = [...counts].map(([name, count]) => ({ name, count }));
    return found.length > 0 ? [{ field, label, found }] : [];
  });
  const names = new Set(texts.flatMap(({ found }) => found.map(({ name }) => name)));
  const changes = all.filter(({ from }) => names.has(from));
  return texts.length > 0 ? { changes, texts } : null;
}
