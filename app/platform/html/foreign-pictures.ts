/** Which pictures of foreign HTML are kept, and with which attributes. */
import { MOST_ADDRESS } from './most-address.ts';

/** The pictures that are kept: those whose address has this form. */
export type PictureRule = { schemes: string[]; isAllowed: (address: string) => boolean };

type Attributes = Record<string, string>;

/** None for a picture that is not worth loading: then it is left out. */
export function imageAttributes(
  { src = '', alt = '', ...given }: Attributes,
  { isAllowed }: PictureRule,
): Attributes {
  const address = tidyAddress(src).replaceAll(' ', '%20');
  if (isTiny(given.width) || isTiny(given.height) || !isAllowed(address)) return {};
  const width = sizeOf(given.width);
  const height = sizeOf(given.height);
  return {
    src: address,
    alt,
    // A ratio of three to two until it is loaded, so that the text below it moves little.
    width: width ?? (height ? String(Math.round(Number(height) * 1.5)) : '1200'),
    height: height ?? (width ? String(Math.round(Number(width) / 1.5)) : '800'),
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  };
}

/** From https or this site, and not from known tracking hosts. */
export const fromSafeAddresses: PictureRule = {
  schemes: ['https'],
  isAllowed: (address) =>
    isUsable(address) &&
    !beacons.test(address) &&
    (/^https:\/\//i.test(address) || /^\/(?![/\\])/.test(address)),
};

export const fromAnywhere: PictureRule = {
  schemes: ['https', 'http', 'data'],
  isAllowed: (address) =>
    /^data:image\//i.test(address) ||
    fromSafeAddresses.isAllowed(address) ||
    (/^http:\/\//i.test(address) && isUsable(address) && !beacons.test(address.replace(/^http:/i, 'https:'))),
};

export function isHidden({ style = '', hidden }: Attributes): boolean {
  return hidden !== undefined || hidingStyle.test(style);
}

/** The size of a tracking pixel. */
function isTiny(value = ''): boolean {
  return Number.parseFloat(value) <= 2;
}

function sizeOf(value = ''): string | undefined {
  return /^\s*(\d{1,4})(?:px)?\s*$/.exec(value)?.[1];
}

const hidingStyle = new RegExp(
  [
    'display\\s*:\\s*none',
    'visibility\\s*:\\s*hidden',
    'opacity\\s*:\\s*(?:0?\\.0+|0)\\s*(?:[;!]|$)',
    '(?:max-)?(?:width|height)\\s*:\\s*[0-2](?:\\.\\d*)?(?:px)?\\s*(?:[;!]|$)',
    '(?:left|top)\\s*:\\s*-\\d{3}',
  ]
    .map((rule) => `(?<![\\w-])${rule}`)
    .join('|'),
  'i',
);

const beacons = new RegExp(
  `^https://(?:[\\w-]+\\.)*(?:${[
    'doubleclick\\.net[/:]',
    'facebook\\.com/tr[/?]',
    'feedburner\\.com/~',
    'feedsportal\\.com/',
    'google-analytics\\.com/',
    'list-manage\\.com/track/',
    'quantserve\\.com/',
    'scorecardresearch\\.com/',
    'stats\\.wordpress\\.com/',
    '(?:pixel|stats)\\.wp\\.com/',
  ].join('|')})`,
  'i',
);

/** As browsers read it: without the white space they skip, so that the checked address is the one that is followed. */
export function tidyAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return address.replace(/[\u0000-\u001f]/g, '').trim();
}

export function isUsable(address: string): boolean {
  return address.length <= MOST_ADDRESS && URL.canParse(address, 'https://town.invalid');
}
