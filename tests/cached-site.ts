import type { ArticleInput } from '#app/articles/article.ts';
import { articles } from '#app/articles/article-collection.server.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import type { Pressure, PressureLevel } from '../server/requests/pressure.ts';
import type { TestSite } from './open-site.ts';
import { sampleInputs } from './sample-inputs.ts';

export const now = Date.parse('2026-11-20T22:00:00Z');

export const builtSite = new URL('../build/server/index.js', import.meta.url).href;

export async function seed(site: TestSite, id: string, title: string, changes: object = {}) {
  const { input } = parseItem(
    articles,
    { ...sampleInputs.articles, id, title, ...changes },
    { siteUrl: 'https://town.example' },
  );
  await articles.store.save(site.write, input as ArticleInput, { now });
}

export function pressureOf(level: () => PressureLevel): Pressure {
  return { level, lag: () => ({ p50: 0, p99: 0 }), heed: () => undefined, close: () => undefined };
}

export const alwaysFree = async () => () => undefined;
