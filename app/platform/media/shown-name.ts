const MAX_NAME = 200;

/** A file's name for people to recognize it: no part of a path, and nothing that does not print. */
export function shownName(name: string, fallback: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return clean.slice(0, MAX_NAME).toWellFormed().replaceAll('\ufffd', '') || fallback;
}
