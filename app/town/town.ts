import * as z from 'zod';
import { isTimeZone } from '#app/time/town-time.ts';

/** Everything a town decides about itself, edited at /admin/settings. Texts are HTML. */
export type Town = z.infer<typeof townSchema>;

const line = z.string().trim().min(1, 'Enter a text').max(200, 'Use 200 characters at most');
const webAddress = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: 'Enter an address that begins with https://' }).max(2000),
]);
/** Only by https: whoever could change it on the way would decide what readers are told. */
const hubAddress = z.union([
  z.literal(''),
  z.url({ protocol: /^https$/, error: 'Enter an address that begins with https://' }).max(2000),
]);
const html = z.string().max(200_000, 'Use 200,000 characters at most');

export const townSchema = z.strictObject({
  title: line,
  town: line,
  state: line,
  timeZone: z.string().trim().refine(isTimeZone, 'Enter an IANA time zone, such as America/New_York'),
  locale: z.string().trim().refine(isLocale, 'Enter a language tag, such as en-US'),
  contactEmail: z.email('Enter an email address').max(254),
  facebookUrl: webAddress,
  instagramUrl: webAddress,
  webSubHub: hubAddress.default(''),
  aboutText: html,
  privacyText: html,
  contactText: html,
  votersPerNetwork: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,4}$/, 'Enter a whole number from 1 to 99999'),
  eventImage: z
    .string()
    .trim()
    .max(2000)
    .refine(
      (value) => /^(https:\/\/|\/(?![/\\\s]))/.test(value),
      'Enter a path on this site or an address that begins with https://',
    ),
});

function isLocale(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}
