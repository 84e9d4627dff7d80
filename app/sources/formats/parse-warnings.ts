import { webAddress } from '#app/items/provenance/web-address.ts';
import { parseForeignDate } from '#app/platform/time/foreign-date.ts';
import {
  byRank,
  type Severity,
  severities,
  severityRank,
  type WantedWarnings,
  type Warning,
  type WarningMessage,
} from '#app/sources/import/warning.ts';
import { listDescendants } from './markup-text.ts';
import type { Markup } from './read-markup.ts';
import type { Note } from './reading.ts';
import { MOST_SOURCE_ID, MOST_UPDATES, MOST_WARNINGS } from './source-limits.ts';
import { sourceLineOf } from './source-text.ts';

type Given = {
  wanted: WantedWarnings;
  address: string | null;
  zone: string;
  now: number;
  note: Note;
};

/** `areas` are the wanted ones in lower case. */
type WarningReading = Given & { areas: ReadonlySet<string> };

/**
 * The official warnings in a document: CAP messages, alone or in a feed, and Atom entries with elements of CAP. Of those
 * that are wanted and not over, the worst 100, and all that update or cancel others; in the order they were sent.
 * Undefined for a feed that lists something else. `isAlone`: the document is no feed.
 */
export function parseWarnings(
  root: Markup,
  given: Given,
): { messages: WarningMessage[]; isCap: boolean; isAlone: boolean } | undefined {
  const reading = { ...given, areas: new Set(given.wanted.areas.map((area) => area.toLowerCase())) };
  const alerts = listDescendants(root, ['cap:alert', 'alert']);
  const entries = listDescendants(root, ['entry', 'atom:entry', 'item']);
  const described = entries.filter((entry) => childOf(entry, 'severity', 'event', 'msgtype'));
  const found = alerts.length > 0 ? alerts : described;
  if (found.length === 0 && entries.length > 0) return undefined;
  const messages = withinLimits(
    found.flatMap((alert) => readMessage(alert, reading) ?? []),
    reading.note,
  );
  return {
    messages: messages.toSorted((one, other) => one.sentAt - other.sentAt),
    isCap: found.length > 0,
    isAlone: alerts.length > 0 && entries.length === 0,
  };
}

/** The worst of those that are new, and all others. */
function withinLimits(messages: WarningMessage[], note: Note): WarningMessage[] {
  const isFresh = ({ ids, references, warning }: WarningMessage) =>
    warning !== null && references.every((reference) => ids.includes(reference));
  const fresh = messages.filter(isFresh);
  const updates = messages.filter((message) => !isFresh(message));
  if (fresh.length > MOST_WARNINGS)
    note(`Only the worst ${MOST_WARNINGS} of ${fresh.length} warnings are used`, 'loss');
  if (updates.length > MOST_UPDATES)
    note(`Only ${MOST_UPDATES} of ${updates.length} updates of warnings are used`, 'loss');
  const worst = fresh.toSorted((one, other) => byRank(one.warning as Warning, other.warning as Warning));
  return [...worst.slice(0, MOST_WARNINGS), ...updates.slice(0, MOST_UPDATES)];
}

/** Undefined for a message that is no warning to the public, and for a new one that does not concern the town. */
function readMessage(alert: Markup, reading: WarningReading): WarningMessage | undefined {
  const status = textOf(alert, 'status') ?? 'Actual';
  const scope = textOf(alert, 'scope') ?? 'Public';
  const type = (textOf(alert, 'msgtype') ?? 'Alert').toLowerCase();
  if (!/^actual$/i.test(status) || !/^public$/i.test(scope)) return undefined;
  if (!['alert', 'update', 'cancel'].includes(type)) return undefined;
  const id = idOf(alert);
  if (id === undefined) {
    reading.note('A warning has no identifier');
    return undefined;
  }
  const { event, isOver } = vtecOf(alert);
  const references = [...referencesOf(alert), ...event];
  const isCanceled = type === 'cancel' || isOver;
  const warning = isCanceled ? null : readWarning(alert, reading);
  // The first message of an event of the weather service refers to that event, too.
  if (!warning && references.length === 0) return undefined;
  return { ids: [id, ...event], references, sentAt: timeOf(alert, reading, 'sent', 'updated') ?? 0, warning };
}

/** By its sender and identifier, or the identifier of its entry. */
function idOf(alert: Markup): string | undefined {
  const identifier = textOf(alert, 'identifier') ?? textOf(alert, 'id') ?? textOf(alert, 'guid');
  if (!identifier) return undefined;
  return clipped([textOf(alert, 'sender'), identifier].filter(Boolean).join(','));
}

/** `references` are `sender,identifier,sent`, separated by spaces. */
function referencesOf(alert: Markup): string[] {
  const written = textOf(alert, 'references')?.split(/\s+/) ?? [];
  return written
    .slice(0, MOST_UPDATES)
    .map((reference) => clipped(reference.split(',').slice(0, 2).join(',')))
    .filter(Boolean);
}

function clipped(id: string): string {
  return id.slice(0, MOST_SOURCE_ID);
}

/** Such as '/O.CON.KBTV.WS.W.0007.000000T0000Z-261128T0600Z/'. */
const VTEC =
  /\/[OTEX]\.([A-Z]{3})\.([A-Z]{4}\.[A-Z]{2}\.[A-Z]\.\d{4})\.(\d{2})?\d{4}T\d{4}Z-(\d{2})?\d{4}T\d{4}Z\//;

/**
 * The event that the US National Weather Service counts its messages to, whose feed doesn't say what they replace; and
 * whether it is canceled or has expired.
 */
function vtecOf(alert: Markup): { event: string[]; isOver: boolean } {
  const parameters = listDescendants(alert, ['cap:parameter', 'parameter']);
  for (const parameter of parameters) {
    const [, action = '', event] = VTEC.exec(textOf(parameter, 'value') ?? '') ?? [];
    if (event && /^vtec$/i.test(textOf(parameter, 'valuename') ?? ''))
      return { event: [`vtec ${event}`], isOver: /^(CAN|EXP)$/.test(action) };
  }
  return { event: [], isOver: false };
}

/** What the message says to the town; null if nothing, or it is over. */
function readWarning(alert: Markup, reading: WarningReading): Warning | null {
  const infos = inOneLanguage(listDescendants(alert, ['cap:info', 'info']));
  const parts = infos.length > 0 ? infos : [alert];
  const [worst] = parts.flatMap((info) => readInfo(info, alert, reading) ?? []).toSorted(byRank);
  return worst ?? null;
}

/** Those in English, the language of the site, or else in the language of the first. */
function inOneLanguage(infos: Markup[]): Markup[] {
  const languageOf = (info: Markup) => (textOf(info, 'language') ?? 'en').toLowerCase().slice(0, 2);
  const english = infos.filter((info) => languageOf(info) === 'en');
  if (english.length > 0 || !infos[0]) return english;
  const first = languageOf(infos[0]);
  return infos.filter((info) => languageOf(info) === first);
}

const MOST_DETAIL = 1000;

function readInfo(info: Markup, alert: Markup, reading: WarningReading): Warning | undefined {
  const { wanted, areas, now, address } = reading;
  const severity = severityOf(textOf(info, 'severity'));
  if (severityRank(severity) < severityRank(wanted.severity)) return undefined;
  const area = areaOf(info, areas);
  if (area === undefined) return undefined;
  const startsAt = timeOf(info, reading, 'onset', 'effective') ?? timeOf(alert, reading, 'sent') ?? null;
  const endsAt = timeOf(info, reading, 'expires') ?? null;
  if (endsAt !== null && endsAt <= now) return undefined;
  const event = sourceLineOf(textOf(info, 'event')) ?? 'Warning';
  const title = sourceLineOf(textOf(info, 'headline')) ?? (area ? `${event}: ${area}` : event);
  const detail = ['instruction', 'description', 'summary'].flatMap((name) => textOf(info, name) ?? [])[0];
  return {
    ...{ title: title.slice(0, 300), detail: plainLine(detail ?? '', MOST_DETAIL), severity, area },
    link: webAddress(textOf(info, 'web') ?? hrefOf(alert), address),
    certainty: sourceLineOf(textOf(info, 'certainty')),
    ...{ startsAt, endsAt },
  };
}

function severityOf(written: string | undefined): Severity | 'unknown' {
  return severities.find((severity) => severity === written?.toLowerCase()) ?? 'unknown';
}

/** The names of the areas that are wanted, all if none is named; undefined if it is about others. */
function areaOf(info: Markup, wanted: ReadonlySet<string>): string | undefined {
  const areas = listDescendants(info, ['cap:area', 'area']);
  const names = (areas.length > 0 ? areas : [info]).map((area) => ({
    parts: (textOf(area, 'areadesc') ?? '').split(';').map((part) => part.trim()),
    codes: listDescendants(area, ['cap:geocode', 'geocode']).flatMap((code) =>
      [code, ...code.children].flatMap(({ text }) => text.trim().split(/\s+/)),
    ),
  }));
  const isWanted = (text: string) => wanted.has(text.toLowerCase());
  const chosen =
    wanted.size === 0
      ? names.flatMap(({ parts }) => parts)
      : names.flatMap(({ parts, codes }) => {
          const own = parts.filter(isWanted);
          return own.length === 0 && codes.some(isWanted) ? parts : own;
        });
  if (wanted.size > 0 && chosen.length === 0) return undefined;
  return sourceLineOf([...new Set(chosen)].filter(Boolean).join('; ')) ?? '';
}

/** The first time that can be read, UTC epoch milliseconds. */
function timeOf(element: Markup, { zone, note }: WarningReading, ...names: string[]): number | undefined {
  for (const name of names) {
    const text = textOf(element, name);
    if (!text) continue;
    const instant = parseForeignDate(text, zone);
    if (instant !== undefined) return instant;
    note('A time of a warning could not be read');
  }
  return undefined;
}

function hrefOf({ children }: Markup): string | undefined {
  const link = children.find(({ name }) => name === 'link' || name === 'atom:link');
  return link?.attributes.href ?? link?.text.trim();
}

/** On one line, at most `most` characters, cut after a word. */
function plainLine(text: string, most: number): string {
  const line = text
    .slice(0, 10 * most)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).toWellFormed()}…`;
}

/** An element of CAP directly in another, whatever its prefix. */
function childOf({ children }: Markup, ...names: string[]): Markup | undefined {
  for (const name of names) {
    const found = children.find((child) => child.name === `cap:${name}`);
    if (found) return found;
  }
  return undefined;
}

/** Signs that turn the direction of what follows, which stands on every page. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

function textOf(element: Markup, name: string): string | undefined {
  const found =
    childOf(element, name) ?? element.children.find((child) => child.name.replace(/^atom:/, '') === name);
  return found?.text.replace(TURNING, '').trim() || undefined;
}
