/**
 * Decides what is on the sheet, so that everything fits on one page whatever an issue contains: the drawing and the page
 * use what it decided.
 */
import type { Block, Edition } from '#app/newsletter/issues/edition.ts';
import { daysBetween } from '#app/platform/time/town-time.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { fitEvents } from './fit-events.ts';
import { fitFoot } from './fit-foot.ts';
import { fitStories } from './fit-stories.ts';
import { papers } from './paper-size.ts';
import type { LeftOff, PaperFacts, Sheet } from './sheet.ts';
import { columnsOf, FOOT_GAP, HEAD_HEIGHT, SPARE } from './sheet-styles.ts';
import { type Measure, plainText } from './typesetting.ts';

/** What is on the sheet, and what is left off. `measure` measures the fonts of the sheet. */
export function fitSheet({ edition, url, size }: PaperFacts, measure: Measure): Sheet {
  const paper = papers[size];
  const { blocks } = edition;
  const host = new URL(url).host;
  const stories = blocks.filter((block) => block.kind === 'lead' || block.kind === 'story');
  const listed = blocks.find((block) => block.kind === 'events');
  const polls = blocks.filter((block) => block.kind === 'poll');
  const asked = polls.find(({ isOpen, options }) => isOpen && options.length > 0);

  const width = paper.width - 2 * paper.marginX;
  const foot = fitFoot({ poll: asked, host, width, most: paper.height * 0.36 }, measure);
  const room = paper.height - 2 * paper.marginY - HEAD_HEIGHT - FOOT_GAP - foot.height - SPARE;
  const columns = columnsOf(width, { hasStories: stories.length > 0, hasEvents: listed !== undefined });
  const chosen = fitStories(stories, { width: columns.stories, room }, measure);
  const events = listed && fitEvents(listed, { width: columns.events, room, host }, measure);

  const leftOff: LeftOff = {
    stories: stories.slice(chosen.stories.length).map(({ title }) => plainText(title)),
    events: events?.leftOff ?? { titles: [], count: 0 },
    others: [...polls.filter((poll) => poll !== asked), ...corrections(blocks)].map(({ title }) =>
      plainText(title),
    ),
  };
  return {
    size,
    name: plainText(edition.town),
    date: `${weekdayOf(edition)}${edition.date}`,
    language: languageOfTexts(edition.locale),
    stories: chosen.stories,
    pictureShare: chosen.pictureShare,
    events: events && events.days.length > 0 ? { title: eventsTitle(edition, listed), ...events } : null,
    poll: foot.poll,
    url,
    host,
    leftOff,
  };
}

function corrections(blocks: Block[]) {
  return blocks.filter((block) => block.kind === 'correction');
}

/** 'Friday, ', in the language of the edition. */
function weekdayOf({ day, locale }: Edition): string {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return `${weekday.format(Date.parse(`${day}T00:00:00Z`))}, `;
}

function eventsTitle({ day }: Edition, { days }: Extract<Block, { kind: 'events' }>): string {
  return daysBetween(day, days.at(-1)?.day ?? day) <= 8 ? 'This week' : 'Coming up';
}
