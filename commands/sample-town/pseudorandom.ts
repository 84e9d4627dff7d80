export type Pseudorandom = (below: number) => number;

/** Whole numbers from 0 that are below the given one, always the same for the same seed (Mulberry32). */
export function pseudorandom(seed: number): Pseudorandom {
  let state = Math.imul(seed, 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
