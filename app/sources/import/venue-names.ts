/** Words of a venue's name that only say what kind of place it is: sources leave them out. */
const KINDS = new Set(
  `arena auditorium bandstand bar barn brewery building cafe center centre chapel church cinema civic club clubhouse
  college common commons community complex fairground fairgrounds farm field fields gallery garden gardens grounds gym
  gymnasium hall historical house inn library lodge meetinghouse memorial municipal museum park pavilion playhouse plaza
  pool pub public regional restaurant rink room school society square stadium studio studios tavern temple theater
  theatre venue winery`.split(/\s+/),
);

/** Whether one of two names of venues only leaves out words of the other that say what kind of place it is. */
export function isShortened(one: string, other: string): boolean {
  const [short, long] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  // A kind alone is no name: there are several churches.
  if (short.every((word) => KINDS.has(word))) return false;
  let at = 0;
  for (const word of long) {
    if (word === short[at]) at++;
    else if (!KINDS.has(word)) return false;
  }
  return at === short.length;
}
