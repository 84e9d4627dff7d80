/** The pictures of an item that readers' browsers load from other sites. */
import type { Collection } from '#app/items/collection/collection.ts';
import {
  listTextPictures,
  type PictureCopy,
  replaceTextPictures,
  type TextPicture,
} from '#app/platform/html/picture-tags.ts';
import { tidyWithPictures } from '#app/platform/html/sanitize.server.ts';
import { heightAt, pictureAddress, widthFor } from '#app/platform/media/picture-sizes.ts';
import type { Picture } from '#app/platform/media/picture-store.server.ts';
import { type OwnUrls, storedHtmlOf, storedLinkOf, withOwnPaths } from './own-link.ts';

type Input = Record<string, unknown>;
type Pictured = Pick<Collection, 'json'>;

/**
 * The pictures of an item's input that are not from this site: those in its HTML, which must be as the sanitizer writes
 * it, and the one in its `imageFields` if it has no lead picture. Each address once.
 */
export function listLinkedPictures({ json }: Pictured, input: Input): TextPicture[] {
  const inTexts = json.htmlFields.flatMap((field) => listTextPictures(String(input[field] ?? '')));
  const image = imageAddressOf({ json }, input);
  const all = [...(image ? [{ address: image, alt: '', caption: '' }] : []), ...inTexts];
  const byAddress = new Map<string, TextPicture>();
  for (const picture of all.filter(({ address }) => isElsewhere(address))) {
    const { alt, caption } = byAddress.get(picture.address) ?? picture;
    byAddress.set(picture.address, {
      ...picture,
      alt: alt || picture.alt,
      caption: caption || picture.caption,
    });
  }
  return [...byAddress.values()];
}

/**
 * Input with its HTML as the sanitizer writes it, including pictures that it would remove, and links as stored: for work
 * on its pictures before it is validated.
 */
export function tidyPictured(
  { json: { htmlFields, imageFields } }: Pictured,
  raw: object,
  own: OwnUrls,
): Input {
  const input: Input = { ...raw };
  for (const field of htmlFields) {
    const html = input[field];
    if (typeof html === 'string') input[field] = storedHtmlOf(tidyWithPictures(withOwnPaths(html, own)), own);
  }
  const image = imageFields && input[imageFields.address];
  if (imageFields && typeof image === 'string') input[imageFields.address] = storedLinkOf(image, own);
  return input;
}

/** The number of different pictures in all of these inputs of an item. */
export function countLinkedPictures(collection: Pictured, inputs: Input[]): number {
  const addresses = inputs.flatMap((input) => listLinkedPictures(collection, input));
  return new Set(addresses.map(({ address }) => address)).size;
}

/**
 * The input with pictures of the library instead of those with these addresses; the same object if there are none. The
 * picture in `imageFields` also becomes the lead picture.
 */
export function withCopies(collection: Pictured, input: Input, copies: Map<string, Picture>): Input {
  if (!listLinkedPictures(collection, input).some(({ address }) => copies.has(address))) return input;
  const { htmlFields, imageFields } = collection.json;
  const inText = new Map([...copies].map(([address, picture]) => [address, copyOf(picture)]));
  const changed = { ...input };
  for (const field of htmlFields) {
    const html = input[field];
    if (typeof html === 'string') changed[field] = replaceTextPictures(html, inText);
  }
  const image = copies.get(imageAddressOf(collection, input) ?? '');
  if (image && imageFields) {
    changed[imageFields.address] = pictureAddress(image);
    changed[imageFields.type] = 'image/jpeg';
    changed.picture = image.id;
  }
  return changed;
}

/** An item with a lead picture does not show it. */
function imageAddressOf({ json: { imageFields } }: Pictured, input: Input): string | undefined {
  if (!imageFields || input.picture) return undefined;
  const address = input[imageFields.address];
  // Programs can leave out the type.
  const type = String(input[imageFields.type] || 'image/*');
  return typeof address === 'string' && /^image\//i.test(type) ? address : undefined;
}

function isElsewhere(address: string): boolean {
  return /^(?:https?|data):/i.test(address);
}

/** As the editor inserts a picture: with the size of its largest file. */
function copyOf(picture: Picture): PictureCopy {
  const width = widthFor(picture, picture.width);
  return { src: pictureAddress(picture, 960), width, height: heightAt(picture, width) };
}

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
