/** Fields of a header or of a report, with names in lower case, in order. */
export type Fields = [name: string, value: string][];

const MOST_FIELDS = 500;
const LONGEST_REPLY = 500;

/** The fields of each group; groups are separated by empty lines (RFC 3464, section 2.1). */
export function readFieldGroups(text: string): Fields[] {
  const groups: Fields[] = [[]];
  let count = 0;
  for (const line of text.split(/\r?\n/)) {
    const group = groups.at(-1) as Fields;
    const last = group.at(-1);
    if (line.trim() === '') {
      if (group.length > 0) groups.push([]);
    } else if (/^[ \t]/.test(line)) {
      if (last) last[1] += ` ${line.trim()}`;
    } else {
      const at = line.indexOf(':');
      if (at > 0 && count++ < MOST_FIELDS)
        group.push([line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]);
    }
  }
  return groups.filter((group) => group.length > 0);
}

/** The first value of the field; undefined if it is missing or empty. */
export function fieldOf(fields: Fields, name: string): string | undefined {
  return fields.find(([own]) => own === name)?.[1] || undefined;
}

/** Text of a stranger on one line without control characters, at most 500 characters. */
export function oneLine(text: string): string {
  return text
    .slice(0, 4 * LONGEST_REPLY)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REPLY);
}
