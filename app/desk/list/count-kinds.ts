import type { Collections } from '#app/items/collection/collection.ts';

type Counted = { collection: string; belongings: number };

/** How many items there are of each collection: '2 articles', '1 poll with 64 votes'. */
export function countKinds(entries: Counted[], collections: Collections): string[] {
  return Object.values(collections).flatMap(({ name, singular, heading, store: { belongings } }) => {
    const own = entries.filter(({ collection }) => collection === name);
    if (own.length === 0) return [];
    const count = own.length === 1 ? `1 ${singular}` : `${own.length} ${heading.toLowerCase()}`;
    const sum = own.reduce((total, entry) => total + entry.belongings, 0);
    return belongings && sum > 0 ? `${count} with ${sayCount(sum, belongings.words)}` : count;
  });
}

/** What is lost with these items: 'Their 64 votes will be lost.'; '' if nothing is lost. */
export function describeLoss(entries: Counted[], collections: Collections): string {
  const losses = Object.values(collections).flatMap(({ name, store: { belongings } }) => {
    const sum = entries
      .filter(({ collection }) => collection === name)
      .reduce((total, entry) => total + entry.belongings, 0);
    return belongings && sum > 0 ? `${sayCount(sum, belongings.words)} will be lost.` : [];
  });
  return losses.join(' ');
}

function sayCount(count: number, [one, several]: readonly [string, string]): string {
  return `${count} ${count === 1 ? one : several}`;
}
