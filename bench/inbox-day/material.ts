/** What the sources of the simulated day publish: openly licensed texts beside the project, or the sample town's. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sampleArticles, sampleEvents, sampleNews } from '../../commands/sample-town/sample-items.ts';

export type Story = { title: string; html: string };
export type Happening = Story & { place: string };
export type Material = { from: string; stories: Story[]; happenings: Happening[] };

type Found = { title: string; description: string; eventLocation?: string };

const demo = fileURLToPath(new URL('../../../shared/data/demo/', import.meta.url));

export function readMaterial(): Material {
  const isReal = existsSync(`${demo}news.json`);
  const read = (name: string): Found[] => JSON.parse(readFileSync(`${demo}${name}.json`, 'utf8'));
  const stories = isReal ? [...read('news'), ...read('articles')] : [...sampleNews, ...sampleArticles];
  const events = isReal ? [...read('events'), ...read('bulk-events')] : sampleEvents;
  return {
    from: isReal ? 'openly licensed news and events' : 'the sample town',
    stories: distinct(stories).map(({ title, description }) => ({ title, html: description })),
    happenings: distinct(events as Found[]).map(({ title, description, eventLocation = '' }) => ({
      title,
      html: description,
      place: eventLocation,
    })),
  };
}

/** Real lists have the same title many times, for each date. */
function distinct(found: Found[]): Found[] {
  return [...new Map(found.map((one) => [one.title.toLowerCase(), one])).values()];
}
