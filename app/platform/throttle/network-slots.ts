import type { Network } from './network.server.ts';

/**
 * Takes a slot for each of the networks and returns a function that releases them; undefined, with nothing taken, when
 * one of them has none left.
 */
export type EnterByNetwork = (networks: Network[]) => (() => void) | undefined;

/** Slots in this process, of which a network gets at most `most` times its share at once. */
export function openNetworkSlots(most: number): EnterByNetwork {
  const inside = new Map<string, number>();
  const countOf = (name: string) => inside.get(name) ?? 0;
  return (networks) => {
    if (networks.some(({ name, share }) => countOf(name) >= Math.floor(most * share))) return undefined;
    for (const { name } of networks) inside.set(name, countOf(name) + 1);
    return () => {
      for (const { name } of networks) {
        if (countOf(name) > 1) inside.set(name, countOf(name) - 1);
        else inside.delete(name);
      }
    };
  };
}
