import type { StoryEntry } from '#app/newsletter/issues/edition.ts';
import type { PictureShare, SheetPicture, SheetStory } from './sheet.ts';
import { PICTURE_GAP, PICTURE_HEIGHT, STORY_GAP, styles, TEXT_GAP } from './sheet-styles.ts';
import { balanceLines, breakLines, type Measure, oneLineOf, plainText } from './typesetting.ts';

/** How much of the stories is tried, from everything to a headline alone. */
const ATTEMPTS = [
  { stories: 3, leadLines: 9, lines: 6, picture: 1 },
  { stories: 3, leadLines: 7, lines: 4, picture: 1 },
  { stories: 3, leadLines: 5, lines: 3, picture: 0.8 },
  { stories: 3, leadLines: 4, lines: 2, picture: 0.6 },
  { stories: 2, leadLines: 6, lines: 4, picture: 1 },
  { stories: 2, leadLines: 4, lines: 3, picture: 0.6 },
  { stories: 1, leadLines: 8, lines: 0, picture: 1 },
  { stories: 1, leadLines: 4, lines: 0, picture: 0.6 },
  { stories: 1, leadLines: 2, lines: 0, picture: 0 },
] as const;

type Attempt = (typeof ATTEMPTS)[number];
type Room = { width: number; room: number };

const MOST_HEADLINE_LINES = 4;

/** The first stories that fit, at most three, with as much of their decks as fits. */
export function fitStories(
  entries: StoryEntry[],
  { width, room }: Room,
  measure: Measure,
): { stories: SheetStory[]; pictureShare: PictureShare } {
  if (entries.length === 0) return { stories: [], pictureShare: 0 };
  const tried = ATTEMPTS.filter(({ stories }) => stories <= entries.length || stories === 1);
  const fitting = tried.find((attempt) => heightOf(entries, attempt, width, measure) <= room) ?? tried.at(-1);
  if (!fitting) return { stories: [], pictureShare: 0 };
  const stories = entries
    .slice(0, fitting.stories)
    .map((entry, at) => storyOf(entry, { isFirst: at === 0, attempt: fitting, width }, measure));
  return { stories, pictureShare: stories[0]?.picture ? fitting.picture : 0 };
}

type Setting = { isFirst: boolean; attempt: Attempt; width: number };

function storyOf(entry: StoryEntry, { isFirst, attempt, width }: Setting, measure: Measure): SheetStory {
  const source = entry.source === null ? null : plainText(entry.source).slice(0, 60);
  const text = isFirst ? styles.leadText : styles.text;
  const most = isFirst ? attempt.leadLines : attempt.lines;
  // The source is set behind the deck, on the same line if there is room.
  const wanted = plainText(entry.deck);
  const lines = breakLines(wanted, text, { width, most: source ? Math.max(1, most - 1) : most, measure });
  const deck = lines.join(' ');
  const shown = isFirst && attempt.picture > 0 ? entry.picture : null;
  return {
    title: plainText(entry.title),
    deck,
    source,
    picture: shown && {
      address: shown.address,
      width: shown.width,
      height: shown.height,
      alt: plainText(shown.alt),
      focalPoint: shown.focalPoint,
    },
  };
}

function heightOf(entries: StoryEntry[], attempt: Attempt, width: number, measure: Measure): number {
  const shown = entries.slice(0, attempt.stories);
  const heights = shown.map((entry, at) => {
    const isFirst = at === 0;
    const story = storyOf(entry, { isFirst, attempt, width }, measure);
    return (at > 0 ? STORY_GAP : 0) + storyHeight(story, { isFirst, width }, measure);
  });
  const picture = pictureHeightOf(entries[0]?.picture ?? null, attempt.picture, width);
  return heights.reduce((sum, height) => sum + height, picture > 0 ? picture + PICTURE_GAP : 0);
}

/** Without its picture. */
function storyHeight(
  story: SheetStory,
  place: { isFirst: boolean; width: number },
  measure: Measure,
): number {
  const { headline, text } = storyLines(story, place, measure);
  const head = place.isFirst ? styles.lead : styles.headline;
  const body = place.isFirst ? styles.leadText : styles.text;
  return headline.length * head.leading + (text.length > 0 ? TEXT_GAP + text.length * body.leading : 0);
}

/** The lines of a story on the sheet. The source follows the deck in italics. */
export function storyLines(
  { title, deck, source }: SheetStory,
  { isFirst, width }: { isFirst: boolean; width: number },
  measure: Measure,
): { headline: string[]; text: { text: string; source: string }[] } {
  const head = isFirst ? styles.lead : styles.headline;
  const body = isFirst ? styles.leadText : styles.text;
  const headline = balanceLines(title, head, { width, most: MOST_HEADLINE_LINES, measure });
  const lines = breakLines(deck, body, { width, most: 20, measure }).map((text) => ({ text, source: '' }));
  if (!source) return { headline, text: lines };
  const shown = oneLineOf(source, { ...body, face: 'serif-italic' }, width, measure);
  const last = lines.at(-1);
  const gap = measure(' ', body.face, body.size);
  const used = last ? measure(last.text, body.face, body.size) + gap : 0;
  if (last && used + measure(shown, 'serif-italic', body.size) <= width) last.source = shown;
  else lines.push({ text: '', source: shown });
  return { headline, text: lines };
}

/** As tall as the picture is in a column, at most its share of the usual height; 0 without a picture. */
export function pictureHeightOf(
  picture: Pick<SheetPicture, 'width' | 'height'> | null,
  share: PictureShare,
  width: number,
): number {
  return picture ? Math.min(PICTURE_HEIGHT * share, (width * picture.height) / picture.width) : 0;
}
