import { mailColors } from '#app/platform/mail/mail-colors.ts';
import { escapeHtml } from '#app/platform/mail/plain-line.ts';

/** Texts as HTML. Nothing that people write gets into an email in another way. */

/** The value of an attribute, without control characters and those that reverse the direction of text. */
export function attribute(value: string): string {
  return escapeHtml(value.toWellFormed().replace(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}/gu, ''));
}

/** Wider than a phone. Programs may break it after each part: Outlook knows no style for that. Addresses stay whole. */
const LONG_WORD = /(?<![^\s\u200b])(?!https?:\/\/)[^\s\u200b]{25,}/giu;
const PART = /.{8}(?=.)/gsu;

/** The same for text between tags. */
export function text(value: string): string {
  return attribute(value.replace(LONG_WORD, (word) => word.replace(PART, '$&\u200b')));
}

/** The site that sends it. `url` is its origin. */
export type EmailSite = { url: string };

/**
 * Addresses of the site, absolute. `webUrl` is the web edition; without the others, as in a preview, the email has no
 * such links.
 */
export type EmailLinks = {
  webUrl?: string | undefined;
  unsubscribeUrl?: string | undefined;
  preferencesUrl?: string | undefined;
  isTest?: boolean | undefined;
};

const { light, dark } = mailColors;

type Color = keyof typeof light;

const SERIF = `Georgia,'Times New Roman',serif`;
const SANS = `'Segoe UI',Helvetica,Arial,sans-serif`;

/** `size/line height` in pixels. */
type Look = {
  font?: 'serif' | 'sans';
  size?: `${number}/${number}`;
  weight?: 600 | 700;
  color?: Color;
  margin?: string;
  more?: string;
};

/** The attributes of an element with text: its class, for dark colors, and its inline style. */
export function look({ font, size, weight, color, margin, more }: Look): string {
  const [height, leading] = size?.split('/') ?? [];
  const rules = [
    margin === undefined ? '' : `margin:${margin}`,
    font ? `font-family:${font === 'serif' ? SERIF : SANS}` : '',
    size ? `font-size:${height}px;line-height:${leading}px` : '',
    weight ? `font-weight:${weight}` : '',
    color ? `color:${light[color]}` : '',
    more ?? '',
  ];
  return `${color ? `class="c-${color}" ` : ''}style="${rules.filter(Boolean).join(';')}"`;
}

/** The attributes of a filled area, for `<td>` and `<table>`. */
export function fill(color: Color, more = '', border?: 'rule'): string {
  return `class="b-${color}${border ? ` l-${border}` : ''}" bgcolor="${light[color]}" style="background-color:${light[color]}${border ? `;border:1px solid ${light[border]}` : ''}${more && `;${more}`}"`;
}

/** The attributes of a cell with a line above it. */
export function lined(color: 'rule' | 'rule-strong', width: number, more = ''): string {
  return `class="l-${color}" style="border-top:${width}px solid ${light[color]}${more && `;${more}`}"`;
}

function darkRules(prefix: string, only?: 'b' | 'c' | 'l'): string {
  const kinds = only ? [only] : (['b', 'c', 'l'] as const);
  return kinds.flatMap((kind) => usedColors[kind].map((color) => ruleOf(prefix, kind, color))).join('');
}

const properties = { b: 'background-color', c: 'color', l: 'border-color' };

function ruleOf(prefix: string, kind: 'b' | 'c' | 'l', color: Color): string {
  return `${prefix}.${kind}-${color}{${properties[kind]}:${dark[color]}!important}`;
}

const usedColors: Record<'b' | 'c' | 'l', Color[]> = {
  b: ['sunken', 'paper', 'surface', 'action', 'events'],
  c: ['ink', 'ink-2', 'ink-3', 'brand', 'action', 'on-action', 'articles', 'news', 'danger'],
  l: ['rule', 'rule-strong'],
};

/** Where the width of the screen counts, and dark colors: `[data-ogsc]` and `[data-ogsb]` are Outlook's on the web. */
export const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:620px){.p{padding-left:20px!important;padding-right:20px!important}.lead{font-size:28px!important;line-height:32px!important}}
@media (prefers-color-scheme:dark){${darkRules('')}}
${darkRules('[data-ogsc] ', 'c')}
${darkRules('[data-ogsb] ', 'b')}`;

/** Outlook's own: the pixels of pictures, and line heights as written. */
export const outlookHead = `<!--[if mso]><xml xmlns:o="urn:schemas-microsoft-com:office:office"><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>table{border-collapse:collapse}td,p,h1,h2,h3{mso-line-height-rule:exactly}</style><![endif]-->`;
