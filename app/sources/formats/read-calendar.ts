/** The lines of a calendar (RFC 5545, section 3.1), read tolerantly: what is wrong loses itself only. */

/** A property. `value` is as written; parameters have upper-case names and no quotes. */
export type Property = { parameters: Record<string, string>; value: string };

/** A component without those inside it, which are of no interest (alarms). Names are upper case. */
export type Component = { name: string; properties: Map<string, Property[]> };

/** The properties of calendars, their events, and their zones with the parts of each. */
export type CalendarComponents = {
  calendar: Component;
  events: Component[];
  zones: { zone: Component; parts: Component[] }[];
};

/** Longer lines are no text that anyone reads: pictures. */
const MOST_LINE = 512 * 1024;

const WANTED = new Set(['VCALENDAR', 'VEVENT', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']);

/** Reads all calendars in the text as one. Events that are not closed, or not in a calendar, count. */
export function readCalendar(text: string): CalendarComponents {
  const calendar = componentOf('VCALENDAR');
  const read: CalendarComponents = { calendar, events: [], zones: [] };
  const open: Component[] = [];
  for (const line of unfoldedLines(text)) {
    const parsed = parseLine(line);
    if (!parsed) continue;
    const { name, property } = parsed;
    const value = property.value.trim().toUpperCase();
    if (name === 'BEGIN') {
      // An event inside an event means that its end is missing.
      if (value === 'VEVENT') open.length = 0;
      open.push(begin(value, read));
    } else if (name === 'END') {
      const at = open.findLastIndex((component) => component.name === value);
      if (at >= 0) open.length = at;
    } else add(open.at(-1) ?? calendar, name, property);
  }
  return read;
}

function begin(name: string, { calendar, events, zones }: CalendarComponents): Component {
  if (name === 'VCALENDAR') return calendar;
  const component = componentOf(name);
  if (name === 'VEVENT') events.push(component);
  if (name === 'VTIMEZONE') zones.push({ zone: component, parts: [] });
  if (name === 'STANDARD' || name === 'DAYLIGHT') zones.at(-1)?.parts.push(component);
  return component;
}

function componentOf(name: string): Component {
  return { name, properties: new Map() };
}

function add({ name: component, properties }: Component, name: string, property: Property): void {
  if (!WANTED.has(component)) return;
  const same = properties.get(name);
  if (same) same.push(property);
  else properties.set(name, [property]);
}

function* unfoldedLines(text: string): Generator<string> {
  const unfolded = text.replace(/(\r\n?|\n)[ \t]/g, '');
  let from = 0;
  while (from < unfolded.length) {
    const found = unfolded.indexOf('\n', from);
    const to = found < 0 ? unfolded.length : found;
    for (const line of unfolded.slice(from, to).split('\r'))
      if (line !== '') yield line.length > MOST_LINE ? line.slice(0, MOST_LINE) : line;
    from = to + 1;
  }
}

/** `NAME;PARAMETER=VALUE;PARAMETER="VALUE":VALUE` */
function parseLine(line: string): { name: string; property: Property } | undefined {
  const [name] = /^\s{0,9}[\w.-]{1,100}/.exec(line) ?? [];
  if (!name) return undefined;
  const end = valueAt(line, name.length);
  if (end === undefined) return undefined;
  return {
    name: name.trim().toUpperCase(),
    property: { parameters: parametersOf(line.slice(name.length, end)), value: line.slice(end + 1) },
  };
}

/** Where the colon is that is not in quotes; the first one where quotes are not closed. */
function valueAt(line: string, from: number): number | undefined {
  let isQuoted = false;
  for (let at = from; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (line[at] === ':' && !isQuoted) return at;
  }
  const first = line.indexOf(':', from);
  return first < 0 ? undefined : first;
}

function parametersOf(text: string): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [, name = '', quoted, plain] of text.matchAll(/;([\w-]{1,100})=(?:"([^"]*)"|([^;"]*))/g))
    parameters[name.toUpperCase()] = quoted ?? plain ?? '';
  return parameters;
}

/** The text of the first property of this name, unescaped; undefined when it is missing or empty. */
export function propertyTextOf({ properties }: Component, name: string): string | undefined {
  const value = properties.get(name)?.find((property) => property.value.trim() !== '')?.value;
  return value
    ?.replace(/\\([\\;,nN])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
    .trim();
}
