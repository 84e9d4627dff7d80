/** What the posts of a Ghost export refer to: read before them, because it can be anywhere in the file. */

import { type Member, untilProblem } from '#app/moving/formats/format.ts';
import { type JsonPath, type JsonRecord, streamJson } from '#app/moving/formats/stream-json.ts';
import { lineIn } from '#app/moving/formats/tables/field-values.ts';
import { isObject, type JsonObject, listIn, textIn } from '#app/sources/formats/json-value.ts';

/** A tag: its name and the last part of its address. Internal ones, which readers never see, are left out. */
export type GhostTag = { name: string; slug: string };

export type GhostSite = {
  origin: string;
  /** Without a slash at the end; undefined when the file doesn't say. */
  address: string | undefined;
  /** The address of this site. */
  town: string;
  authors: Map<string, string>;
  tags: Map<string, GhostTag>;
  /** Ids of tags and authors by post, in their order. */
  tagsOf: Map<string, Related[]>;
  authorsOf: Map<string, Related[]>;
  metas: Map<string, JsonObject>;
  /** Members who get at least one newsletter; undefined when the file doesn't say who gets which. */
  subscribed: Set<string> | undefined;
};

type Related = { id: string; order: number };

/** An index doesn't grow beyond this: R-39. */
const MOST_INDEXED = 500_000;

/** The table of a record, in all forms of the file: `db[0].data`, `data`, or the tables themselves; a list is of posts. */
export function tableOf(path: JsonPath): string | undefined {
  const at = path.at(-1);
  if (typeof at !== 'number') return undefined;
  if (path.length === 1) return 'posts';
  const around = path.slice(0, -2).map((key) => (typeof key === 'number' ? '*' : key));
  const isTable = ['', 'data', 'db.*.data', 'db.*'].includes(around.join('.'));
  const table = path.at(-2);
  return isTable && typeof table === 'string' && table !== 'db' ? table : undefined;
}

/** Records of these tables, one at a time. */
export function streamTables(member: Member, tables: ReadonlySet<string>): AsyncGenerator<JsonRecord> {
  return streamJson(member.text(), (path) => tables.has(tableOf(path) ?? ''));
}

const INDEXED: Record<string, (site: GhostSite, row: JsonObject) => void> = {
  users: indexAuthor,
  authors: indexAuthor,
  tags: (site, row) => {
    const [id, tag] = [textIn(row.id), readTag(row)];
    if (id && tag) put(site.tags, id, tag);
  },
  posts_tags: (site, row) => relate(site.tagsOf, row, row.tag_id),
  posts_authors: (site, row) => relate(site.authorsOf, row, row.author_id),
  posts_meta: (site, row) => {
    const { post_id, feature_image_alt, feature_image_caption, email_only } = row;
    put(site.metas, textIn(post_id) ?? '', { feature_image_alt, feature_image_caption, email_only });
  },
  members_newsletters: (site, row) => {
    site.subscribed ??= new Set();
    const id = textIn(row.member_id);
    if (id && site.subscribed.size < MOST_INDEXED) site.subscribed.add(id);
  },
  settings: (site, { key, value }) => {
    const url = key === 'url' || key === 'site_url' ? URL.parse(textIn(value) ?? '') : null;
    if (!url || !/^https?:$/.test(url.protocol)) return;
    site.address = url.href.replace(/\/+$/, '');
    site.origin = site.address.replace(/^https?:\/\//, '');
  },
};

/** Reads a whole file for what its posts refer to. */
export async function readGhostSite(member: Member, town: string): Promise<GhostSite> {
  const site: GhostSite = {
    ...{ origin: 'ghost', address: undefined, town, authors: new Map(), tags: new Map(), tagsOf: new Map() },
    ...{ authorsOf: new Map(), metas: new Map(), subscribed: undefined },
  };
  for await (const record of untilProblem(streamTables(member, new Set(Object.keys(INDEXED))))) {
    if (record.problem || !isObject(record.value)) continue;
    const row = isObject(record.value.data) ? record.value.data : record.value;
    INDEXED[tableOf(record.path) ?? '']?.(site, row);
  }
  for (const relations of [site.tagsOf, site.authorsOf])
    for (const list of relations.values()) list.sort((one, other) => one.order - other.order);
  return site;
}

/** A tag in a table or inside a post, in both shapes; undefined for an internal one. */
export function readTag(given: unknown): GhostTag | undefined {
  if (typeof given === 'string') return given.startsWith('#') ? undefined : { name: given, slug: '' };
  const row = innerOf(given);
  const name = lineIn(row.name);
  if (!name || name.startsWith('#') || row.visibility === 'internal') return undefined;
  return { name, slug: textIn(row.slug) ?? '' };
}

/** The name of an author inside a post, in both shapes. */
export function readAuthor(given: unknown): string | undefined {
  return typeof given === 'string' ? lineIn(given) : lineIn(innerOf(given).name);
}

function innerOf(given: unknown): JsonObject {
  if (!isObject(given)) return {};
  return isObject(given.data) ? given.data : given;
}

function indexAuthor({ authors }: GhostSite, row: JsonObject): void {
  const [id, name] = [textIn(row.id), lineIn(row.name)];
  if (id && name && !name.includes('@')) put(authors, id, name);
}

function relate(relations: Map<string, Related[]>, row: JsonObject, related: unknown): void {
  const [post, id] = [textIn(row.post_id), textIn(related)];
  if (!post || !id) return;
  const one = { id, order: Number(row.sort_order) || 0 };
  const list = relations.get(post);
  if (!list) put(relations, post, [one]);
  else if (list.length < 100 && !list.some((each) => each.id === id)) list.push(one);
}

function put<Value>(index: Map<string, Value>, key: string, value: Value): void {
  if (key !== '' && (index.size < MOST_INDEXED || index.has(key))) index.set(key, value);
}

/** What a post lists as its tags or authors. */
export function nested(...given: unknown[]): unknown[] {
  return given.map(listIn).find((list) => list.length > 0) ?? [];
}
