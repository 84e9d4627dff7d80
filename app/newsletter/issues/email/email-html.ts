/**
 * The HTML of the email: tables with widths for Outlook, whose engine is Word's; one column of at most 600 pixels that
 * shrinks without media queries, which some programs drop.
 */

import type { Block, EditionPicture, EventDay, EventEntry } from '#app/newsletter/issues/edition.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { briefOf, type ShortEdition } from './email-limits.ts';
import {
  attribute,
  type EmailLinks,
  type EmailSite,
  fill,
  lined,
  look,
  outlookHead,
  styleSheet,
  text,
} from './email-markup.ts';

const WIDTH = 600;

type Context = { address: (path: string) => string };

export function renderHtml(edition: ShortEdition, site: EmailSite, links: EmailLinks): string {
  const context = { address: (path: string) => attribute(`${site.url}${path}`) };
  return `<!DOCTYPE html>
<html lang="${attribute(languageOfTexts(edition.locale))}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${text(edition.subject)}</title>
<style>
${styleSheet}
</style>
${outlookHead}
</head>
<body ${fill('sunken', 'margin:0;padding:0;-webkit-text-size-adjust:100%')}>
${previewHtml(edition.preview)}
<div role="article" aria-roledescription="email" aria-label="${attribute(edition.subject)}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${fill('sunken')}><tr><td align="center" style="padding:24px 0">
${column(
  `${[headHtml(edition, links), noteHtml(edition.note), ...sectionsOf(edition, context), moreHtml(edition, links)].filter(Boolean).join('\n')}
<tr><td style="font-size:0;line-height:0;height:28px">&nbsp;</td></tr>`,
  fill('paper', 'max-width:600px'),
)}
${column(footerHtml(edition, links), 'style="max-width:600px"')}
</td></tr></table>
</div>
</body>
</html>
`;
}

/** Outlook ignores `max-width`, so a table of its own limits the width there. */
function column(rows: string, attributes: string): string {
  return `<!--[if mso]><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${attributes}>
${rows}
</table>
<!--[if mso]></td></tr></table><![endif]-->`;
}

/** Shown after the subject in lists. The invisible characters keep the words that follow out of it. */
function previewHtml(preview: string): string {
  if (preview === '') return '';
  const padding = '&#847;&zwnj;&nbsp;'.repeat(Math.max(0, 90 - preview.length));
  // Gmail's mobile page ignores display: none.
  const hidden = `display:none;max-height:0;max-width:0;overflow:hidden;font-size:1px;line-height:1px;mso-hide:all`;
  return `<div style="${hidden}">${text(preview)}${padding}</div>`;
}

const space = '&nbsp;';

function row(content: string, padding: string): string {
  return `<tr><td class="p" style="padding:${padding}">${content}</td></tr>`;
}

function headHtml({ title, town, date }: ShortEdition, { webUrl }: EmailLinks): string {
  const web = webUrl
    ? ` <a href="${attribute(webUrl)}" ${look({ color: 'ink-3' })}>Read it on the web</a>`
    : '';
  return row(
    `<h1 ${look({ font: 'serif', size: '34/38', weight: 600, color: 'brand', margin: '0' })}>${text(title)}</h1>
<p ${look({ font: 'sans', size: '14/20', color: 'ink-3', margin: '4px 0 14px' })}>${text(`${town}, ${date}`)}.${web}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td ${lined('rule-strong', 3, 'font-size:0;line-height:2px;height:2px')}>${space}</td></tr><tr><td ${lined('rule-strong', 1, 'font-size:0;line-height:0')}>${space}</td></tr></table>`,
    '28px 40px 0',
  );
}

function noteHtml(note: string): string {
  if (note === '') return '';
  const paragraphs = note.split(/\n{2,}/).map((paragraph) => paragraph.split('\n').map(text).join('<br>'));
  const style = look({ font: 'serif', size: '18/27', color: 'ink-2', margin: '0 0 8px' });
  return row(paragraphs.map((paragraph) => `<p ${style}>${paragraph}</p>`).join(''), '16px 40px 8px');
}

/** Neighboring stories, and neighboring corrections, are one list. */
function sectionsOf({ blocks }: ShortEdition, context: Context): string[] {
  const brief = briefOf(blocks);
  return blocks.map((block, index) =>
    sectionOf(block, { before: blocks[index - 1], after: blocks[index + 1], brief, context }),
  );
}

/** `brief` are only named. */
type Place = { before: Block | undefined; after: Block | undefined; brief: Set<Block>; context: Context };

function sectionOf(block: Block, place: Place): string {
  const { before, brief, context } = place;
  if (brief.has(block) && block.kind === 'story') return briefHtml(block, place);
  switch (block.kind) {
    case 'lead':
      return leadHtml(block, context);
    case 'story':
      return storyHtml(block, before?.kind === 'story' || before?.kind === 'lead', context);
    case 'events':
      return eventsHtml(block, context);
    case 'poll':
      return pollHtml(block, context);
    default:
      return correctionHtml(block, place);
  }
}

type Story = Extract<Block, { kind: 'lead' | 'story' }>;

function leadHtml(story: Story, context: Context): string {
  const { label, title, deck, path, picture, collection, source } = story;
  const picturePart = picture ? pictureHtml(picture, context) : '';
  const kicker = collection === 'news' ? 'news' : 'articles';
  return `${picturePart}${row(
    `<p ${look({ font: 'sans', size: '14/20', weight: 700, color: kicker, margin: '0 0 4px' })}>${text(label)}</p>
<h2 class="lead" style="margin:0 0 8px;font-family:Georgia,'Times New Roman',serif;font-size:36px;line-height:40px;font-weight:600">${linkTo(path, title, context)}</h2>
${deckHtml(deck, '18/27', '0')}${sourceHtml(source)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="font-size:0;line-height:0;height:16px">&nbsp;</td></tr></table>
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td ${fill('action', 'border-radius:6px;mso-padding-alt:12px 20px')}><a href="${context.address(path)}" ${look({ font: 'sans', size: '16/20', weight: 600, color: 'on-action', more: 'display:inline-block;padding:12px 20px;text-decoration:none' })}>Read the story</a></td></tr></table>`,
    '18px 40px 20px',
  )}`;
}

const TALLEST = 640;

/** At its size in the layout, never enlarged. A tall one is made smaller, because programs can't crop it. */
function pictureHtml(picture: EditionPicture, { address }: Context): string {
  const { width, height, alt, credit } = picture;
  const shown = Math.max(1, Math.round(Math.min(WIDTH, width, (TALLEST * width) / height)));
  const isFull = shown === WIDTH;
  const size = isFull ? 'width:100%;' : '';
  const style = `display:block;${size}max-width:100%;height:auto;border:0;${isFull ? '' : 'margin:0 auto;'}`;
  const words = look({ font: 'sans', size: '14/20', color: 'ink-2', more: style });
  const image = `<img src="${address(picture.address)}" width="${shown}" height="${Math.max(1, Math.round((shown * height) / width))}" alt="${attribute(alt)}" ${words}>`;
  const small = look({ font: 'sans', size: '12/18', color: 'ink-3', margin: '0' });
  const by = credit ? row(`<p ${small}>${text(credit)}</p>`, '4px 40px 0') : '';
  return `<tr><td align="center" style="padding:12px 0 0">${image}</td></tr>${by}`;
}

function storyHtml({ title, deck, path, source }: Story, isFollowing: boolean, context: Context): string {
  const heading = look({ font: 'serif', size: '22/27', weight: 600, margin: '0 0 6px' });
  return row(
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td ${lined(isFollowing ? 'rule' : 'rule-strong', isFollowing ? 1 : 3, 'padding:18px 0')}><h2 ${heading}>${linkTo(path, title, context)}</h2>${deckHtml(deck, '17/25', '0')}${sourceHtml(source)}</td></tr></table>`,
    '0 40px',
  );
}

/** Its title and source on one line, where there is room. */
function briefHtml({ title, path, source }: Story, { before, after, brief, context }: Place): string {
  const name = look({ font: 'serif', size: '17/24', weight: 600, margin: '0 0 8px' });
  const small = look({ font: 'sans', size: '13/20', color: 'ink-3', more: 'font-weight:400' });
  const from = source ? ` <span ${small}>${text(source)}</span>` : '';
  const line = `<p ${name}>${linkTo(path, title, context)}${from}</p>`;
  const isLast = !after || !brief.has(after);
  return before && brief.has(before)
    ? row(line, isLast ? '0 40px 12px' : '0 40px')
    : section('Also new', line);
}

function deckHtml(deck: string, size: `${number}/${number}`, margin: string): string {
  return deck === '' ? '' : `<p ${look({ font: 'serif', size, color: 'ink-2', margin })}>${text(deck)}</p>`;
}

function sourceHtml(source: string | null): string {
  const style = look({ font: 'sans', size: '13/20', color: 'ink-3', margin: '4px 0 0' });
  return source ? `<p ${style}>From ${text(source)}</p>` : '';
}

function linkTo(path: string, title: string, { address }: Context): string {
  return `<a href="${address(path)}" ${look({ color: 'ink', more: 'text-decoration:none' })}>${text(title)}</a>`;
}

/** A section below a strong line, with its heading. */
function section(heading: string, content: string): string {
  const style = look({ font: 'sans', size: '16/22', weight: 700, color: 'ink', margin: '0 0 8px' });
  return row(
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td ${lined('rule-strong', 3, 'padding:12px 0 12px')}><h2 ${style}>${text(heading)}</h2>${content}</td></tr></table>`,
    '0 40px',
  );
}

function eventsHtml(
  { title, days, more, path }: Extract<Block, { kind: 'events' }>,
  context: Context,
): string {
  const list = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${days.map((day) => dayHtml(day, context)).join('')}</table>`;
  const link =
    more > 0 ? actionHtml(path, `And ${more} more ${more === 1 ? 'event' : 'events'}`, context) : '';
  return section(title, `${list}${link}`);
}

/** The day as a page of a tear-off calendar, and its events. */
function dayHtml({ weekday, month, number, events }: EventDay, context: Context): string {
  const top = look({ font: 'sans', size: '12/18', weight: 700, color: 'on-action' });
  const below = look({ font: 'serif', size: '24/32', weight: 600, color: 'ink' });
  const framed = fill('surface', 'border-top:0;border-radius:0 0 5px 5px', 'rule');
  const page = `<table role="presentation" width="52" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" ${fill('events', 'border-radius:5px 5px 0 0')}><span ${top}>${text(month)}</span></td></tr><tr><td align="center" ${framed}><span ${below}>${text(number)}</span></td></tr></table>`;
  const name = look({ font: 'sans', size: '13/18', weight: 700, color: 'ink-3', margin: '0 0 4px' });
  return `<tr><td width="66" valign="top" style="padding:8px 14px 8px 0">${page}</td><td valign="top" style="padding:8px 0"><h3 ${name}>${text(weekday)}</h3>${events.map((event) => eventHtml(event, context)).join('')}</td></tr>`;
}

function eventHtml({ title, time, place, status, note, source, path }: EventEntry, context: Context): string {
  const name = look({ font: 'serif', size: '17/23', weight: 600, margin: '0 0 6px' });
  const small = look({ font: 'sans', size: '14/20', color: 'ink-2', more: 'font-weight:400' });
  const mark = status
    ? `<span ${look({ font: 'sans', size: '13/20', weight: 700, color: 'danger' })}>${text(status)}:</span> `
    : '';
  const first = [time, place].filter(Boolean).join(', ');
  const facts = [first, note, source ? `From ${source}` : ''].filter(Boolean);
  return `<p ${name}>${mark}${linkTo(path, title, context)} <span ${small}>${facts.map(text).join('<br>')}</span></p>`;
}

function pollHtml(block: Extract<Block, { kind: 'poll' }>, context: Context): string {
  const { title, isOpen, time, results, turnout, path } = block;
  const question = look({ font: 'serif', size: '22/27', weight: 600, margin: '0 0 4px' });
  const small = look({ font: 'sans', size: '14/20', color: 'ink-3', margin: '0 0 6px' });
  const cell = look({ font: 'sans', size: '15/22', color: 'ink-2', more: 'padding:2px 0' });
  const rows = results.map(
    ({ text: option, share, votes }) =>
      `<tr><td ${cell}>${text(option)}</td><td width="120" align="right" valign="top" ${cell}>${text(`${share}, ${votes}`)}</td></tr>`,
  );
  const table =
    rows.length > 0
      ? `<table width="100%" cellpadding="0" cellspacing="0" border="0" aria-label="Result">${rows.join('')}</table>`
      : '';
  return section(
    isOpen ? 'One question' : 'Poll result',
    `<h3 ${question}>${linkTo(path, title, context)}</h3><p ${small}>${text(turnout === '' ? time : `${turnout}. ${time}`)}</p>${table}${actionHtml(path, isOpen ? 'Vote in the poll' : 'See the poll', context)}`,
  );
}

function correctionHtml(
  { title, corrections, path }: Extract<Block, { kind: 'correction' }>,
  { before, after, context }: Place,
): string {
  const style = look({ font: 'sans', size: '15/22', color: 'ink-2', margin: '0 0 8px' });
  const about = `<p ${look({ font: 'serif', size: '17/23', weight: 600, margin: '0 0 2px' })}>${linkTo(path, title, context)}</p>`;
  const content = `${about}${corrections.map((one) => `<p ${style}>${text(one.text)}</p>`).join('')}`;
  if (before?.kind === 'correction') return row(content, '0 40px');
  const isOne = corrections.length === 1 && after?.kind !== 'correction';
  return section(isOne ? 'Correction' : 'Corrections', content);
}

function actionHtml(path: string, words: string, context: Context): string {
  return actionTo(context.address(path), words);
}

function actionTo(address: string, words: string): string {
  return `<p ${look({ font: 'sans', size: '16/24', margin: '6px 0 4px' })}><a href="${address}" ${look({ weight: 600, color: 'action' })}>${text(words)}</a></p>`;
}

/** What does not fit is in the web edition. */
function moreHtml({ moreItems: more }: ShortEdition, { webUrl }: EmailLinks): string {
  if (more === 0) return '';
  const words = `${more} more ${more === 1 ? 'item' : 'items'} on the site`;
  return row(webUrl ? actionTo(attribute(webUrl), words) : text(words), '12px 40px 0');
}

function footerHtml(
  { town, postalAddress }: ShortEdition,
  { unsubscribeUrl, preferencesUrl, isTest }: EmailLinks,
): string {
  const link = (url: string, words: string) =>
    `<a href="${attribute(url)}" ${look({ color: 'ink-3' })}>${words}</a>`;
  const reason = isTest
    ? `This is a test that an administrator of ${town} sent.`
    : `You’re getting this because you asked for community updates from ${town}.`;
  const links = [
    unsubscribeUrl ? link(unsubscribeUrl, 'Unsubscribe') : '',
    preferencesUrl ? link(preferencesUrl, 'change your preferences') : '',
  ].filter(Boolean);
  const choices = links.length > 0 ? ` ${links.join(' or ')}.` : '';
  const address = postalAddress === '' ? '' : `<br>${text(postalAddress)}`;
  const style = look({ font: 'sans', size: '13/20', color: 'ink-3', margin: '0' });
  return row(`<p ${style}>${text(reason)}${choices}${address}</p>`, '20px 40px');
}
