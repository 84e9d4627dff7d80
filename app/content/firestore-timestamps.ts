import type { Problem } from '#app/collection/problem.ts';

/** How Firestore's tools write an instant: the SDKs, REST exports and backup scripts. */
const SHAPES = [['_seconds', '_nanoseconds'], ['seconds', 'nanoseconds'], ['__time__']];

/** The fields of a record, at any depth, that hold Firestore timestamps, each with a message that says what to do. */
export function findTimestamps(record: object, above = ''): Problem[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [];
    const field = above + name;
    if (!isTimestamp(value)) return findTimestamps(value, `${field}.`);
    return [
      {
        field,
        message:
          'This is a Firestore timestamp. Write it as ISO 8601 text, such as 2026-11-20T17:00:00-05:00',
      },
    ];
  });
}

function isTimestamp(value: object): boolean {
  return SHAPES.some(
    (names) => Object.keys(value).length === names.length && names.every((name) => name in value),
  );
}
