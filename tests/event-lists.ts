import { now, seed } from './event-pages.ts';
import type { TestSite } from './open-site.ts';

export const HOUR_MS = 3_600_000;

export async function seedMany(site: TestSite, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await seed(site, `e${String(index).padStart(2, '0')}`, now + index * HOUR_MS);
  }
}

export function titlesIn(html: string): string[] {
  return [...html.matchAll(/<h3><a class="plain"[^>]*>([^<]+)/g)].map((match) => match[1] ?? '');
}

export function linkIn(html: string, rel: 'next' | 'prev'): string {
  return new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
}
