import type { KyselyPlugin } from 'kysely';

/** Calls `note` before each query. */
export function countingQueries(note: () => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      note();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
