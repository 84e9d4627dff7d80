/** Twelve sources of one town, on the evening before and on the morning after. */
import { DAY_MS, HOUR_MS } from '#app/platform/time/durations.ts';
import type { Happening, Material, Story } from './material.ts';
import { calendarOf, type Dated, jsonFeedOf, pageOf, rssOf } from './write-documents.ts';

export type DaySource = {
  name: string;
  feeds: 'articles' | 'news' | 'events';
  rank: 'primary' | 'aggregator';
  /** What the server sends; a working source has a document of each time. */
  kind: 'works' | 'hangs' | 'moved';
  evening: string;
  morning: string;
};

/**
 * Two repeat what three others publish: the Digest repeats the Reporter's stories, and Valley Events repeats the library's
 * and the arts council's events in capital letters or with its name added. The radio hangs, and the bulletin moves to another
 * site. `now` is UTC epoch milliseconds.
 */
export function twelveSources({ stories, happenings }: Material, now: number): DaySource[] {
  const story = dealer(stories, (one, at) => ({ ...one, at: now - DAY_MS - (at % 40) * HOUR_MS }));
  const event = dealer(happenings, (one, at) => ({
    ...one,
    at: Math.floor(now / HOUR_MS) * HOUR_MS + (2 + (at % 45)) * DAY_MS + (at % 5) * HOUR_MS,
  }));
  const [ledger, reporter, town, school] = [story(12), story(15), story(8), story(8)];
  const [library, arts, sports, venue, parks] = [event(14), event(10), event(8), event(6), event(6)];
  const fresh = {
    ledger: recent(story(3), now),
    reporter: recent(story(5), now),
    town: recent(story(2), now),
  };
  const coming = { library: event(3), arts: event(3), sports: event(2), venue: event(1), own: event(2) };
  const weekly = library.slice(0, 2).map((one) => ({ ...one, weekly: true }));
  const moved = arts.map((one, at) => (at === 0 ? { ...one, at: one.at + HOUR_MS } : one));
  const corrected = reporter.map((one, at) => (at === 0 ? { ...one, title: `${one.title} (updated)` } : one));
  const retold = (all: Dated<Story>[]) => all.map((one) => ({ ...one, id: `digest-${one.id}` }));
  const relisted = (all: Dated<Happening>[]) =>
    all.map((one, at) => ({
      ...one,
      id: `valley-${one.id}`,
      title: at % 2 === 0 ? one.title.toUpperCase() : `${one.title} | Valley Events`,
      place: `The ${one.place}`,
    }));
  const works = (
    name: string,
    feeds: DaySource['feeds'],
    evening: string,
    morning: string,
    rank: DaySource['rank'] = 'primary',
  ): DaySource => ({ name, feeds, rank, kind: 'works', evening, morning });
  const rss = (host: string, ...lists: Dated<Story>[][]) => rssOf(host, lists.flat());
  const calendar = (host: string, ...lists: Dated<Happening & { weekly?: boolean }>[][]) =>
    calendarOf(host, lists.flat());
  const twice = (text: string) => [text, text] as const;
  return [
    works(
      'The Hollow Ledger',
      'articles',
      rss('ledger.example', ledger),
      rss('ledger.example', fresh.ledger, ledger),
    ),
    works(
      'Valley Reporter',
      'news',
      rss('reporter.example', reporter),
      rss('reporter.example', fresh.reporter, corrected),
    ),
    works(
      'Vermont Digest',
      'news',
      rss('digest.example', retold(reporter)),
      rss('digest.example', retold(fresh.reporter), retold(reporter)),
      'aggregator',
    ),
    works(
      'Town of Maple Hollow',
      'news',
      jsonFeedOf('town.example', town),
      jsonFeedOf('town.example', [...fresh.town, ...town]),
    ),
    works('Union School', 'news', ...twice(rss('school.example', school))),
    works(
      'Carver Library',
      'events',
      calendar('library.example', weekly, library.slice(2)),
      calendar('library.example', weekly, library.slice(2), coming.library),
    ),
    works(
      'Hollow Arts Council',
      'events',
      calendar('arts.example', arts),
      calendar('arts.example', moved.slice(0, -1), coming.arts),
    ),
    works(
      'Valley Events',
      'events',
      calendar('valley.example', relisted(library.slice(2)), relisted(arts)),
      calendar(
        'valley.example',
        ...[relisted(library.slice(2)), relisted(arts).slice(1, -1)],
        ...[relisted(coming.library), relisted(coming.arts), coming.own],
      ),
      'aggregator',
    ),
    works(
      'Notch Sports',
      'events',
      calendar('sports.example', sports),
      calendar('sports.example', sports, coming.sports),
    ),
    works(
      'The Mill Stage',
      'events',
      pageOf('mill.example', venue),
      pageOf('mill.example', [...venue, ...coming.venue]),
    ),
    { ...works('Valley Radio', 'news', '', ''), kind: 'hangs' },
    { ...works('Parks Bulletin', 'events', ...twice(calendar('parks.example', parks))), kind: 'moved' },
  ];
}

/** Takes the next items that nobody has, and dates them. */
function dealer<One>(all: One[], date: (one: One, at: number) => One & { at: number }) {
  let dealt = 0;
  return (count: number): Dated<One>[] => {
    if (dealt + count > all.length) throw new Error('There are too few texts for twelve sources');
    return Array.from({ length: count }, () => {
      const at = dealt++;
      return { ...date(all[at] as One, at), id: `item-${at}` };
    });
  };
}

/** Published during the night. */
function recent(stories: Dated<Story>[], now: number): Dated<Story>[] {
  return stories.map((one, at) => ({ ...one, at: now - (at + 1) * HOUR_MS }));
}
