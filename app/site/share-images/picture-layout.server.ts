import { type CSSProperties, createElement as h, type ReactElement } from 'react';
import { drawableText, PICTURE_SIZE, type SharePicture } from './share-picture.ts';

const SERIF = 'Newsreader, Newsreader Extended, Newsreader Vietnamese';
const SANS = 'Public Sans, Public Sans Extended, Public Sans Vietnamese';

const INK = '#191c1b';
const INK_2 = '#464b48';
export const PAPER = '#fbfaf7';
const BRAND = '#12463f';
const BRONZE = '#a8721b';

/** The colors of the sections; a section without one has the site's. */
const bars: Record<string, string> = {
  articles: '#a2321f',
  news: '#2a4f79',
  events: '#17624a',
  polls: '#6d3d6c',
  businesses: '#7a580f',
};

/** The width of a story's picture, at the right edge, over the whole height. */
export const IMAGE_WIDTH = 480;

/** Short headlines are balanced over their lines, others fill them. */
const MOST_BALANCED = 70;

/**
 * The share image: bar, mark and site name, headline, footer. Without a picture the text has the whole width, and a
 * large mark is on the right. Lines: four for the headline, two for the footer. `logo` is the site's as a data URL, which
 * is shown instead of the belfry.
 */
export function layOutPicture(
  picture: SharePicture,
  hasImage: boolean,
  logo: string | undefined,
): ReactElement {
  const width = hasImage ? PICTURE_SIZE.width - IMAGE_WIDTH : PICTURE_SIZE.width;
  const column = { ...columnStyle, width, borderTop: `14px solid ${bars[picture.section] ?? BRAND}` };
  return h('div', { style: column }, [
    h('div', { key: 'brand', style: brandStyle }, [
      mark(42, logo),
      h('span', { key: 'title', style: { marginLeft: 14 } }, drawableText(picture.siteTitle)),
    ]),
    h('div', { key: 'middle', style: middleStyle }, [
      headline(drawableText(picture.headline) || drawableText(picture.siteTitle), hasImage ? 600 : 780),
      hasImage ? null : mark(240, logo),
    ]),
    h('div', { key: 'foot', style: footStyle }, drawableText(picture.foot)),
  ]);
}

const columnStyle: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  height: PICTURE_SIZE.height,
  boxSizing: 'border-box',
  padding: '56px 56px 52px 64px',
  backgroundColor: PAPER,
  color: INK,
};

const brandStyle: CSSProperties = {
  display: 'flex',
  alignItems: 'center',
  fontFamily: SERIF,
  fontSize: 30,
  color: BRAND,
};

const middleStyle: CSSProperties = {
  display: 'flex',
  flexGrow: 1,
  alignItems: 'center',
  justifyContent: 'space-between',
};

const footStyle: CSSProperties & { lineClamp: number } = {
  display: 'block',
  fontFamily: SANS,
  fontSize: 24,
  lineHeight: 1.3,
  lineClamp: 2,
  color: INK_2,
};

function headline(text: string, width: number): ReactElement {
  const style = {
    display: 'block',
    width,
    fontFamily: SERIF,
    fontSize: 66,
    lineHeight: 1.06,
    letterSpacing: '-0.016em',
    lineClamp: 4,
    wordBreak: 'break-word',
    textWrap: text.length > MOST_BALANCED ? 'wrap' : 'balance',
  } as const;
  return h('div', { key: 'headline', style }, text);
}

const FRAME = 'M16 0 24.5 11H27v3H5v-3h2.5zM7 15h3v13h12V15h3v13h3v4H4v-4h3z';
const BELL = 'M16 15c3.3 0 4.3 2.3 4.5 5l1.5 3.5H10l1.5-3.5c.2-2.7 1.2-5 4.5-5zM14 24.5h4V27h-4z';

function mark(size: number, logo: string | undefined): ReactElement {
  if (logo) return h('img', { key: size, src: logo, width: size, height: size });
  return h('svg', { key: size, width: size, height: size, viewBox: '0 0 32 32' }, [
    h('path', { key: 'frame', d: FRAME, fill: BRAND }),
    h('path', { key: 'bell', d: BELL, fill: BRONZE }),
  ]);
}
