/** Puts the pictures of imported items into the library, from an archive or the old site, before the items are saved. */
import type { Collection } from '#app/items/collection/collection.ts';
import { listLinkedPictures, tidyPictured, withCopies } from '#app/items/text/linked-pictures.server.ts';
import { type FoundItem, type FoundPicture, refused } from '#app/moving/formats/format.ts';
import { fetchPicture, openPictureOutbound } from '#app/pictures/fetch-picture.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { type Media, openMedia } from '#app/platform/media/media.server.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { findPicture, type Picture } from '#app/platform/media/picture-store.server.ts';
import type { Outbound } from '#app/platform/outbound/outbound.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import type { Town } from '#app/town/town.ts';
import { addEntries } from './archive-pictures.server.ts';
import { findMoved, keyOf, pictureKeyOf, recordMoved } from './moved-items.server.ts';
import type { Scratch } from './scratch.server.ts';
import type { Tally } from './tally.server.ts';

/** The time for one picture; nobody waits for a page meanwhile. */
const PICTURE_MS = 30_000;
/** At the same moment. */
const MOST_FETCHES = 4;
/** In a row: then nothing more is requested from that host. */
const MOST_FAILURES = 20;

type Json = Record<string, unknown>;
type Pictured = Pick<Collection, 'json'>;

type CopierOptions = {
  db: WriteDb;
  settings: Settings;
  town: Pick<Town, 'siteUrls'>;
  now: number;
  isDry: boolean;
  /** Whether pictures of other sites are fetched. Those in archives are always taken. */
  fetches: boolean;
  moveIn: string;
  scratch: Scratch;
  tally: Tally;
  signal: AbortSignal;
};

/** A picture that an item shows: its place in reports, and the item's title. */
type Shown = { origin: string; address: string; file: string; title?: string };

export class PictureCopier {
  readonly #options: CopierOptions;
  readonly #failures = new Map<string, number>();
  #media: Media | undefined;
  #outbound: Outbound | undefined;

  constructor(options: CopierOptions) {
    this.#options = options;
  }

  note(found: FoundPicture): void {
    const { scratch } = this.#options;
    scratch.notePicture(found, found.place.file);
    scratch.namePicture(found);
  }

  /** Notes the pictures that an item shows, so that they are looked for in archives. */
  noteShown(collection: Pictured, found: FoundItem): void {
    this.#list(collection, found);
  }

  /** The pictures of an item that is not saved stay as they are. */
  skip(collection: Pictured, found: FoundItem): void {
    const { scratch } = this.#options;
    for (const { address } of this.#list(collection, found).shown)
      if (!scratch.findPicture(address)?.outcome) scratch.settlePicture(address, 'skipped');
  }

  /** The items with the library's pictures instead of those that could be copied. In a dry run, as they are. */
  async copyAll(collection: Pictured, items: FoundItem[]): Promise<FoundItem[]> {
    const listed = items.map((found) => ({ found, ...this.#list(collection, found) }));
    if (this.#options.isDry) return items;
    await this.#copy(listed.flatMap(({ shown }) => shown));
    const result: FoundItem[] = [];
    for (const { found, input, shown } of listed)
      result.push(shown.length === 0 ? found : await this.#rewrite(collection, { ...found, input }, shown));
    return result;
  }

  /**
   * The same for items that were imported before; undefined for those of which no picture was copied now. In a dry run,
   * for all.
   */
  async copyMissing(collection: Pictured, items: FoundItem[]): Promise<(FoundItem | undefined)[]> {
    const { scratch, isDry } = this.#options;
    const listed = items.map((found) => ({ found, ...this.#list(collection, found) }));
    await this.#copy(listed.flatMap(({ shown }) => shown));
    const result: (FoundItem | undefined)[] = [];
    for (const { found, input, shown } of listed) {
      const isCopied = shown.some(({ address }) => scratch.findPicture(address)?.outcome === 'moved');
      result.push(
        isCopied && !isDry ? await this.#rewrite(collection, { ...found, input }, shown) : undefined,
      );
    }
    return result;
  }

  /** Takes the pictures that are noted from an archive or a folder. */
  async copyEntries(path: string): Promise<void> {
    const { scratch, db, now, signal, isDry } = this.#options;
    await addEntries(path, {
      scratch,
      signal,
      isDry,
      adding: () => ({ media: this.#open().media, db, now }),
      newOnes: (pictures) => this.#newOnes(pictures),
      settle: (address, added) => this.#settle(address, added),
    });
  }

  /** Copies what the files list and no item shows, one after the other; `onProgress` after each. */
  async copyRest(onProgress: () => Promise<void>): Promise<void> {
    const { scratch, signal } = this.#options;
    while (!signal.aborted) {
      const next = scratch.nextPictures(MOST_FETCHES);
      if (next.length === 0) return;
      await this.#copy(next);
      await onProgress();
    }
  }

  close(): void {
    this.#media?.encoder.close();
  }

  #open(): { media: Media; outbound: Outbound } {
    const { settings } = this.#options;
    this.#media ??= openMedia(settings);
    this.#outbound ??= openPictureOutbound(settings.fetchAllow, PICTURE_MS);
    return { media: this.#media, outbound: this.#outbound };
  }

  /** The pictures of an item, which are noted, and its input as the sanitizer writes it. */
  #list(collection: Pictured, found: FoundItem): { input: Json; shown: Shown[] } {
    const { origin, input, place, title } = found;
    const { scratch, settings, town } = this.#options;
    const lead = this.#leadOf(found);
    if (!lead && !mayShowPictures(collection, input)) return { input, shown: [] };
    const tidy = tidyPictured(collection, input, { siteUrl: settings.url, siteUrls: town.siteUrls });
    const pictures = listLinkedPictures(collection, tidy);
    for (const picture of pictures) scratch.notePicture({ origin, ...picture }, place.file);
    const addresses = new Set([...pictures.map(({ address }) => address), ...(lead ? [lead] : [])]);
    return {
      input: tidy,
      shown: [...addresses].map((address) => ({ origin, address, file: place.file, title })),
    };
  }

  #leadOf({ origin, pictureKey }: FoundItem): string | undefined {
    return pictureKey === undefined ? undefined : this.#options.scratch.addressOf(origin, pictureKey);
  }

  /** Decides what becomes of pictures, a few at the same moment. */
  async #copy(shown: Shown[]): Promise<void> {
    const { scratch } = this.#options;
    const byAddress = new Map(shown.map((picture) => [picture.address, picture]));
    const waiting = [...byAddress.values()].filter(({ address }) => !scratch.findPicture(address)?.outcome);
    const fresh = await this.#newOnes(waiting);
    for (let at = 0; at < fresh.length && !this.#options.signal.aborted; at += MOST_FETCHES)
      await Promise.all(fresh.slice(at, at + MOST_FETCHES).map((picture) => this.#take(picture)));
  }

  /** Those that were not copied by an earlier import; the others are settled. */
  async #newOnes<One extends { origin: string; address: string }>(pictures: One[]): Promise<One[]> {
    const keys = pictures.map(({ origin, address }) => ({ origin, key: pictureKeyOf(address) }));
    const known = await findMoved(this.#options.db, 'pictures', keys);
    return pictures.filter(({ address }, at) => {
      const moved = known.get(keyOf(keys[at] as (typeof keys)[number]));
      if (moved) this.#options.scratch.settlePicture(address, 'skipped', moved.itemId);
      return !moved;
    });
  }

  async #take(shown: Shown): Promise<void> {
    const { scratch, db, now, signal, fetches, isDry } = this.#options;
    const { address } = shown;
    const isInText = /^data:/i.test(address);
    if (isDry) return scratch.settlePicture(address, fetches || isInText ? 'moved' : 'skipped');
    if (!fetches && !isInText) return scratch.settlePicture(address, 'skipped');
    const noted = scratch.findPicture(address);
    const host = URL.parse(address)?.host ?? '';
    if ((this.#failures.get(host) ?? 0) >= MOST_FAILURES)
      return this.#refuse(shown, `${host} did not respond ${MOST_FAILURES} times`);
    const words = { alt: noted?.alt ?? '', caption: noted?.caption ?? '' };
    try {
      const added = await fetchPicture({ address, ...words }, { ...this.#open(), db, now, signal });
      if ('problem' in added) {
        this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
        return this.#refuse(shown, added.problem);
      }
      this.#failures.delete(host);
      await this.#settle(address, added);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #refuse({ address, file, title }: Shown, problem: string): void {
    const { scratch, tally } = this.#options;
    scratch.settlePicture(address, 'refused');
    const words = `${problem.replace(/\.$/, '')}. It stays where it is`;
    const place = { file, record: address.slice(0, 200) };
    tally.note({ ...refused('picture', '', words), place, title });
  }

  async #settle(address: string, { picture, isNew }: { picture: Picture; isNew: boolean }): Promise<void> {
    const { scratch, db, moveIn, now } = this.#options;
    const origin = scratch.findPicture(address)?.origin ?? '';
    const key = pictureKeyOf(address);
    // One that was in the library before is not this import's, and stays after an undo.
    const takenHash = isNew ? null : 'kept';
    const row = { origin, kind: 'pictures', key, itemId: picture.id, tag: null, takenHash, moveIn };
    await recordMoved(db, [row], now);
    scratch.settlePicture(address, 'moved', picture.id);
  }

  async #rewrite(collection: Pictured, found: FoundItem, shown: Shown[]): Promise<FoundItem> {
    const copies = new Map<string, Picture>();
    for (const { address } of shown) {
      const id = this.#options.scratch.findPicture(address)?.picture;
      const picture = id && (await findPicture(this.#options.db, id));
      if (picture) copies.set(address, picture);
    }
    const input = withSecureAddresses(collection, withCopies(collection, found.input, copies));
    const lead = this.#leadOf(found);
    if (!lead) return { ...found, input };
    const alt = this.#options.scratch.findPicture(lead)?.alt ?? '';
    return { ...found, input: withLead(collection, input, { address: lead, alt }, copies.get(lead)) };
  }
}

function mayShowPictures({ json: { htmlFields, imageFields } }: Pictured, input: Json): boolean {
  if (imageFields && input[imageFields.address]) return true;
  return htmlFields.some((field) => /<img\b/i.test(String(input[field] ?? '')));
}

/** Readers see pictures of other sites from https only: what was http is asked for there. */
function withSecureAddresses({ json: { htmlFields, imageFields } }: Pictured, input: Json): Json {
  const changed: Json = { ...input };
  for (const field of htmlFields) {
    const html = changed[field];
    if (typeof html === 'string') changed[field] = html.replace(/(<img src=")http:\/\//gi, '$1https://');
  }
  return imageFields ? { ...changed, [imageFields.address]: changed[imageFields.address] } : changed;
}

/** Gives an item its lead picture; one that is not in the library is shown from where it is. */
function withLead(
  { json: { htmlFields, imageFields } }: Pictured,
  input: Json,
  { address, alt }: { address: string; alt: string },
  copy: Picture | undefined,
): Json {
  const isPictured = imageFields && !input[imageFields.address];
  if (copy) {
    const image = { address: pictureAddress(copy), type: 'image/jpeg' };
    const enclosure = isPictured
      ? { [imageFields.address]: image.address, [imageFields.type]: image.type }
      : {};
    return { ...input, ...enclosure, picture: copy.id };
  }
  const secure = address.replace(/^http:/i, 'https:');
  if (isPictured) return { ...input, [imageFields.address]: secure };
  const html = input.description;
  if (imageFields || !htmlFields.includes('description') || typeof html !== 'string') return input;
  const escaped = escapeValue(secure);
  if (!/^https:/.test(secure) || html.includes(escaped)) return input;
  return { ...input, description: `<p><img src="${escaped}" alt="${escapeValue(alt)}"></p>${html}` };
}
