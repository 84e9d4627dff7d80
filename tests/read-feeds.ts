import { parseRssFeed } from 'feedsmith';
import type { TestSite } from './open-site.ts';

export const NOW = Date.parse('2026-11-20T22:00:00Z');

export const DAY_MS = 86_400_000;

export const ORIGIN = 'http://localhost:3000';

export async function rss(site: TestSite, name: string) {
  return parseRssFeed(await site.page(`/feeds/${name}`));
}
