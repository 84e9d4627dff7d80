import { listTextPictures } from '#app/platform/html/picture-tags.ts';
import { tidyWithPictures } from '#app/platform/html/sanitize.server.ts';

const MOST_NAMED = 3;
const MOST_CHARACTERS = 200;

/**
 * Which pictures of a text `sanitize` removed, and what to do: those from http, which browsers don't load on an https
 * page, and those that the text itself contains. `canCopy`: whether the form offers to copy them to the library.
 * Undefined if there are none; trackers don't count.
 */
export function describeLostPictures(
  dirty: string,
  clean: string,
  { canCopy = true } = {},
): string | undefined {
  if (!/<img[\s/]/i.test(dirty)) return undefined;
  const kept = new Set(addressesIn(clean));
  const lost = [...new Set(addressesIn(tidyWithPictures(dirty)))].filter((address) => !kept.has(address));
  if (lost.length === 0) return undefined;
  const named = lost.slice(0, MOST_NAMED).map(nameOf).join(', ');
  const more = lost.length > MOST_NAMED ? ` and ${lost.length - MOST_NAMED} more` : '';
  const [these, them] = lost.length === 1 ? ['This picture', 'it'] : ['These pictures', 'them'];
  const copy = canCopy
    ? `Copy ${them} to the library`
    : `Add ${them} to the library and insert ${them} from there`;
  return `${these} can’t be shown from where ${lost.length === 1 ? 'it is' : 'they are'}: ${named}${more}. ${copy}, or remove ${them} from the text`;
}

function addressesIn(html: string): string[] {
  return listTextPictures(html).map(({ address }) => address);
}

function nameOf(address: string): string {
  if (address.startsWith('data:')) return 'a picture that was pasted into the text';
  return address.length > MOST_CHARACTERS ? `${address.slice(0, MOST_CHARACTERS)}…` : address;
}
