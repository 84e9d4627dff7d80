import * as z from 'zod';
import { MOST_ADDRESS } from '#app/platform/html/most-address.ts';
import { isPictureId } from '#app/platform/media/picture-sizes.ts';
import { isTimeZone } from '#app/platform/time/town-time.ts';
import { bodiesProblem, namesIn } from './bodies.ts';

/** What is edited at /admin/settings. Texts are HTML. */
export type TownSettings = z.infer<typeof townSchema>;

/** Everything a town decides about itself, edited at /admin/settings. Texts are HTML. */
export type Town = TownSettings & {
  /** Since when the town can only be read (`belfry freeze`): UTC epoch milliseconds. */
  frozenAt?: number | undefined;
  /** The origins at which the site has been so far. */
  siteUrls?: readonly string[] | undefined;
  /** The present names of bodies that were renamed, by their earlier slugs. */
  formerBodies?: Readonly<Record<string, string>> | undefined;
  /** The pages in the menu and the footer of every page, in their order. */
  menu?: readonly MenuPage[] | undefined;
};

/** A page in the menu or the footer. */
export type MenuPage = { id: string; title: string; slug: string; menu: 'menu' | 'footer' };

/** The arguments of `max`: overlong text is refused before any other check. */
function atMost(length: number): [number, { error: string; abort: true }] {
  return [length, { error: `Use at most ${length.toLocaleString('en')} characters`, abort: true }];
}

/**
 * Characters that no address contains, though URL parsers drop or encode them: white space, control characters, <, >
 * and quotes.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNSAFE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029<>"\\^`{|}]/;

const line = z.string().trim().min(1, 'Enter some text').max(200, 'Use at most 200 characters');
const webAddress = address(/^https?:$/);
/** Only https: over http, others on the network could change what readers get. */
const hubAddress = address(/^https:$/);
const wholeNumber = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,4}$/, 'Enter a whole number from 1 to 99999');
const html = z.string().max(200_000, 'Use at most 200,000 characters');
const pictureId = z
  .string()
  .refine((value) => value === '' || isPictureId(value), 'Choose a picture from the library')
  .default('');

export const townSchema = z.strictObject({
  title: line,
  town: line,
  state: line,
  timeZone: z
    .string()
    .trim()
    .max(...atMost(100))
    .refine(isTimeZone, 'Enter an IANA time zone, such as America/New_York'),
  locale: z
    .string()
    .trim()
    .max(...atMost(100))
    .refine(isLocale, 'Enter a language tag, such as en-US'),
  contactEmail: z
    .string()
    .max(...atMost(254))
    .check(z.email('Enter an email address')),
  facebookUrl: webAddress,
  instagramUrl: webAddress,
  webSubHub: hubAddress.default(''),
  aboutText: html,
  privacyText: html,
  contactText: html,
  votersPerNetwork: wholeNumber,
  emailsPerHour: wholeNumber.default('100'),
  bodies: z
    .string()
    .max(...atMost(5000))
    .transform((lines) => namesIn(lines).join('\n'))
    .superRefine((lines, context) => {
      const message = bodiesProblem(lines);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .default(''),
  agendaHours: wholeNumber.default('48'),
  minutesDays: wholeNumber.default('5'),
  /** How many approved suggestions make a sender trusted. */
  trustAfter: z.enum(['never', '3', '5', '10']).default('never'),
  logo: pictureId,
  eventPicture: pictureId,
  shareImage: pictureId,
  eventImage: z
    .string()
    .trim()
    .max(...atMost(2000))
    .refine(
      (value) => /^(https:\/\/|\/(?![/\\\s]))/.test(value),
      'Enter a path on this site or a URL that begins with https://',
    ),
});

/** The settings that are pictures of the library: their ids, or '' for none. */
export const sitePictures = ['logo', 'eventPicture', 'shareImage'] as const satisfies (keyof Town)[];

export type SitePicture = (typeof sitePictures)[number];

export const townTextsSchema = townSchema.pick({ aboutText: true, contactText: true, privacyText: true });

/**
 * An address for headers and feeds: as the URL Standard writes it, so ASCII only, and at most 2,000 characters. Empty
 * stays empty.
 */
function address(protocol: RegExp) {
  return z
    .string()
    .trim()
    .max(...atMost(MOST_ADDRESS))
    .transform((value, context) => {
      if (value === '') return '';
      const parsed = UNSAFE.test(value) ? null : URL.parse(value);
      if (parsed && protocol.test(parsed.protocol) && parsed.href.length <= MOST_ADDRESS) return parsed.href;
      context.addIssue({ code: 'custom', message: 'Enter a URL that begins with https://' });
      return z.NEVER;
    });
}

function isLocale(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}
