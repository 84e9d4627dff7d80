import type { Dialect } from '#app/platform/database/capabilities.ts';
import { sources, type TextSource } from './search-sources.ts';

/**
 * A full-text index of everything published. Each item has a row in `search_document`, under a number that is higher
 * the later it was saved; it is found as long as it has one. Triggers keep the index true.
 */
export function createSearch(dialect: Dialect): string[] {
  return dialect === 'postgres'
    ? [...prepareTextInPostgres(), ...sources.flatMap(indexTextInPostgres)]
    : sources.flatMap(indexTextInSqlite);
}

/** The numbers of a kind begin after its place times this. */
const NUMBERS_OF_KIND = 2 ** 40;

/** Words beyond are not found: no text of a town is as long, and an index of the database must not be longer. */
const MOST_CHARACTERS = 200_000;

/** Elements that do not end a word. */
const INLINE = 'a abbr b cite code del em i ins kbd mark q s small span strong sub sup time u var'.split(' ');

const ENTITIES = ['&amp;', '&lt;', '&gt;', '&quot;', '&nbsp;'];

/** Where FTS5 writes what it has gathered: the default of 1 MiB makes loading many items a third slower. */
const GATHERED_BYTES = 16 * 1024 ** 2;

const quote = (name: string) => `"${name}"`;
const firstOf = (source: TextSource) => source.place * NUMBERS_OF_KIND + 1;

/** The columns after whose change an item is indexed anew. */
function watchedColumns({ title, texts, date, condition }: TextSource): string[] {
  return [title, ...texts.map(({ column }) => column), date, ...(condition ? [condition.column] : [])];
}

function conditionOf({ condition }: TextSource): string {
  return condition ? ` and t.${quote(condition.column)} = ${condition.value}` : '';
}

/**
 * For each source `{table}_text` (FTS5 without its content: it holds no second copy of the texts) and `{table}_term`,
 * its words. A row of `search_document` is what makes an item be found: the text goes in and out with it.
 */
function indexTextInSqlite(source: TextSource): string[] {
  const { table, kind } = source;
  const [text, term, latest] = [`${table}_text`, `${table}_term`, `${table}_text_latest`].map(quote);
  const find = (id: string) => findInSqlite(source, id);
  const forget = (id: string) => `delete from search_document where "kind" = '${kind}' and "itemId" = ${id};`;
  const watched = watchedColumns(source);
  const changed = watched.map((column) => `new.${quote(column)} is not old.${quote(column)}`).join(' or ');
  return [
    `create virtual table ${text} using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2")`,
    `insert into ${text} (${text}, rank) values ('hashsize', ${GATHERED_BYTES})`,
    `create virtual table ${term} using fts5vocab(${text}, 'instance')`,
    `create table ${latest} ("number" integer not null)`,
    `insert into ${latest} values (${firstOf(source) - 1})`,
    `create trigger "${table}_text_adds" after insert on search_document when new."kind" = '${kind}' begin
      update ${latest} set "number" = max("number", new."number");
      insert into ${text} (rowid, "title", "text")
        select new."number", ${unfold(`t.${quote(source.title)}`)}, ${unfold('plain.value')}
        from ${quote(table)} t, json_each(json_array(${textInSqlite(source)})) plain
        where t."id" = new."itemId";
    end`,
    `create trigger "${table}_text_drops" after delete on search_document when old."kind" = '${kind}' begin
      delete from ${text} where rowid = old."number";
    end`,
    `create trigger "${table}_insert_finds" after insert on ${quote(table)} begin ${find('new."id"')} end`,
    `create trigger "${table}_update_finds" after update of ${watched.map(quote).join(', ')} on ${quote(table)}
      when ${changed} begin ${forget('old."id"')} ${find('new."id"')} end`,
    `create trigger "${table}_delete_finds" after delete on ${quote(table)} begin ${forget('old."id"')} end`,
    ...partsInSqlite(source, find, forget),
  ];
}

/** A number is never given out again: who looks for new ones would take an edited item for one that is known. */
function findInSqlite(source: TextSource, id: string): string {
  return `insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from ${quote(`${source.table}_text_latest`)}),
      '${source.kind}', t."id", t.${quote(source.date)}
    from ${quote(source.table)} t where t."id" = ${id}${conditionOf(source)};`;
}

function partsInSqlite(
  { parts }: TextSource,
  find: (id: string) => string,
  forget: (id: string) => string,
): string[] {
  if (!parts) return [];
  const [table, of] = [quote(parts.table), quote(parts.of)];
  const again = (row: 'old' | 'new') => `${forget(`${row}.${of}`)} ${find(`${row}.${of}`)}`;
  return [
    `create trigger "${parts.table}_insert_finds" after insert on ${table} begin ${again('new')} end`,
    `create trigger "${parts.table}_update_finds" after update of ${quote(parts.column)} on ${table}
      when new.${quote(parts.column)} is not old.${quote(parts.column)} begin ${again('new')} end`,
    `create trigger "${parts.table}_delete_finds" after delete on ${table} begin ${again('old')} end`,
  ];
}

function textInSqlite({ texts, parts }: TextSource): string {
  const own = texts.map(({ column, isHtml }) => {
    const value = `substr(t.${quote(column)}, 1, ${MOST_CHARACTERS})`;
    return `coalesce(${isHtml ? wordsOfHtmlInSqlite(value) : value}, '')`;
  });
  const others = parts
    ? [
        `coalesce((select group_concat(p.${quote(parts.column)}, ' . ') from ${quote(parts.table)} p
          where p.${quote(parts.of)} = t."id"), '')`,
      ]
    : [];
  return [...own, ...others].join(` || ' . ' || `);
}

/**
 * Sanitized HTML without its markup, in plain SQL: cut at each '<', which stands nowhere else in it, by way of a JSON
 * list; of each piece what comes after the '>' is text.
 */
function wordsOfHtmlInSqlite(html: string): string {
  const tag = `lower(replace(substr(value, 1, instr(replace(value, '>', ' ') || ' ', ' ') - 1), '/', ''))`;
  const space = `case when ${tag} in (${INLINE.map((name) => `'${name}'`).join()}) then '' else ' ' end`;
  const pieces = `(select group_concat(${space} || substr(value, instr(value, '>') + 1), '')
    from json_each('[' || replace(json_quote(${html}), '<', '","') || ']'))`;
  return ENTITIES.reduce((text, entity) => `replace(${text}, '${entity}', ' ')`, pieces);
}

/** Latin letters that decomposing does not make ASCII, and how people write them who have no key for them. */
const unfoldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/** The letters in both sizes, and how they are indexed. */
const LETTERS = Object.entries(unfoldedLetters)
  .flatMap(([letter, plain]) =>
    // What is not ASCII of 'ß' and 'SS', 'ı' and 'I' is one letter.
    [letter, letter.toUpperCase()].filter((form) => /\P{ASCII}/u.test(form)).map((form) => [form, plain]),
  )
  .concat([['ẞ', 'ss']]);

/**
 * Both databases take diacritics off; these letters have none. What is unfolded in SQLite must not be long itself: an
 * SQLite of some years ago, such as a system's own tool, reads no schema that is nested deeper.
 */
function unfold(text: string): string {
  return LETTERS.reduce((value, [letter, plain]) => `replace(${value}, '${letter}', '${plain}')`, text);
}

/**
 * What both need once: the words of a language, of which none is left out, and markup and diacritics taken off; see
 * `foldText`.
 */
function prepareTextInPostgres(): string[] {
  const inline = INLINE.join('|');
  return [
    'drop text search configuration if exists town_words',
    'drop text search dictionary if exists town_stems',
    // English endings come off; 'the' and 'who' stay words, as in SQLite.
    'create text search dictionary town_stems (template = snowball, language = english)',
    'create text search configuration town_words (parser = default)',
    `alter text search configuration town_words add mapping for asciiword, word, numword, asciihword, hword,
      numhword, hword_asciipart, hword_part, hword_numpart, int, uint, float, sfloat, version with town_stems`,
    `create or replace function town_text(raw text, is_html boolean) returns text language plpgsql immutable as $$
      declare plain text := left(coalesce(raw, ''), ${MOST_CHARACTERS});
      begin
        if is_html then
          plain := regexp_replace(plain, '</?(${inline})(\\s[^>]*)?/?>', '', 'gi');
          plain := regexp_replace(plain, '<[^>]*>|&(amp|lt|gt|quot|nbsp);', ' ', 'g');
        end if;
        plain := normalize(plain, NFC);
        plain := ${unfold('plain')};
        plain := regexp_replace(normalize(plain, NFKD), '([a-zA-Z\\u00aa-\\u02af\\u1d00-\\u1eff])[\\u0300-\\u036f]+', '\\1', 'g');
        plain := replace(lower(normalize(plain, NFKC)), 'ς', 'σ');
        return regexp_replace(plain, '[^a-zA-Z0-9\\u00aa-\\u1fff\\u2c00-\\uffff\\U00010000-\\U0001efff]+', ' ', 'g');
      end $$`,
  ];
}

function indexTextInPostgres(source: TextSource): string[] {
  const { table, kind, parts } = source;
  const text = quote(`${table}_text`);
  const watched = watchedColumns(source);
  const changed = watched
    .map((column) => `new.${quote(column)} is distinct from old.${quote(column)}`)
    .join(' or ');
  const sequence = quote(`${table}_text_number`);
  const find = (id: string) => `insert into search_document ("number", "kind", "itemId", "date")
    select nextval('${sequence}'), '${kind}', t."id", t.${quote(source.date)}
    from ${quote(table)} t where t."id" = ${id}${conditionOf(source)};`;
  const forget = (id: string) => `delete from search_document where "kind" = '${kind}' and "itemId" = ${id};`;
  return [
    `create table ${text} ("number" bigint primary key references search_document on delete cascade,
      "words" tsvector not null)`,
    `create index "${table}_text_words" on ${text} using gin ("words")`,
    `create sequence ${sequence} minvalue ${firstOf(source)} owned by ${text}."number"`,
    `create function "add_${table}_text"() returns trigger language plpgsql as $$ begin
      insert into ${text} ("number", "words")
        select new."number", setweight(to_tsvector('town_words', town_text(t.${quote(source.title)}, false)), 'A')
          || to_tsvector('town_words', ${textInPostgres(source)})
        from ${quote(table)} t where t."id" = new."itemId";
      return null;
    end $$`,
    `create trigger "${table}_text_adds" after insert on search_document for each row
      when (new."kind" = '${kind}') execute function "add_${table}_text"()`,
    `create function "find_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op = 'TRUNCATE' then delete from search_document where "kind" = '${kind}'; return null; end if;
      if tg_op = 'UPDATE' and not (${changed}) then return null; end if;
      if tg_op <> 'INSERT' then ${forget('old."id"')} end if;
      if tg_op <> 'DELETE' then ${find('new."id"')} end if;
      return null;
    end $$`,
    `create trigger "${table}_finds" after insert or update or delete on ${quote(table)}
      for each row execute function "find_${table}"()`,
    `create trigger "${table}_finds_none" after truncate on ${quote(table)}
      for each statement execute function "find_${table}"()`,
    ...(parts ? partsInPostgres(parts, find, forget) : []),
  ];
}

function partsInPostgres(
  { table, column, of }: NonNullable<TextSource['parts']>,
  find: (id: string) => string,
  forget: (id: string) => string,
): string[] {
  const again = (row: 'old' | 'new') => `${forget(`${row}.${quote(of)}`)} ${find(`${row}.${quote(of)}`)}`;
  return [
    `create function "find_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' and new.${quote(column)} is not distinct from old.${quote(column)} then return null; end if;
      if tg_op = 'DELETE' then ${again('old')} else ${again('new')} end if;
      return null;
    end $$`,
    `create trigger "${table}_finds" after insert or update or delete on ${quote(table)}
      for each row execute function "find_${table}"()`,
  ];
}

function textInPostgres({ texts, parts }: TextSource): string {
  const own = texts.map(({ column, isHtml }) => `town_text(t.${quote(column)}, ${isHtml === true})`);
  const others = parts
    ? [
        `town_text((select string_agg(p.${quote(parts.column)}, ' ') from ${quote(parts.table)} p
          where p.${quote(parts.of)} = t."id"), false)`,
      ]
    : [];
  return [...own, ...others].join(` || ' ' || `);
}
