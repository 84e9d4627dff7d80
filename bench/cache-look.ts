import { setTimeout } from 'node:timers/promises';
import { medianOf } from './figures.ts';
import { asker, costOfOne } from './one-request.ts';
import type { Town } from './town-folder.ts';

/** Detects from outside whether a page came from the cache: by what it cost the server. */
export type CacheLook = {
  isHit: (path: string) => Promise<boolean>;
  cachedCost: number;
  coldCost: number;
};

const SAMPLES = 41;

/** Learns what a cached and a cold page cost, and counts everything below their geometric mean as a hit. */
export async function openCacheLook(site: { url: string; pid: number }, town: Town): Promise<CacheLook> {
  const ask = asker(site);
  const costs = async (path: () => string) => {
    const found: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) found.push(await costOfOne(site, () => ask(path())));
    return medianOf(found);
  };
  await setTimeout(100);
  const cachedCost = await costs(() => '/events');
  const coldCost = await costs(() => town.nextListPath('near'));
  const most = Math.sqrt(cachedCost * coldCost);
  return {
    cachedCost,
    coldCost,
    isHit: async (path) => (await costOfOne(site, () => ask(path))) < most,
  };
}
