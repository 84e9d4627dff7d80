import type { EventInput } from '#app/events/event.ts';
import { saveEvent } from '#app/events/event-store.server.ts';
import type { TestSite } from './open-site.ts';

/** 5 PM on Friday, November 20 in New York. */
export const now = Date.parse('2026-11-20T22:00:00Z');

export async function seed(
  site: TestSite,
  id: string,
  eventDate: string | number,
  changes: Partial<EventInput> = {},
): Promise<void> {
  const input: EventInput = {
    id,
    sourceId: `local:${id}`,
    title: `Event ${id}`,
    link: `https://example.org/${id}`,
    pubDate: now,
    description: '<p>No partner <b>needed</b>.</p>',
    eventDate: typeof eventDate === 'string' ? Date.parse(eventDate) : eventDate,
    eventTime: '7:00 PM',
    eventLocation: 'Town Hall, second floor',
    enclosureUrl: '/illustrations/green.svg',
    enclosureType: 'image/svg+xml',
    ...changes,
  };
  await saveEvent(site.write, input, { now });
}

/** The page's HTML without the markers that React puts between texts. */
export async function read(site: TestSite, path: string): Promise<string> {
  return (await site.page(path)).replaceAll('<!-- -->', '');
}
