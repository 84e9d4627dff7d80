import type { Dialect } from '#app/platform/database/capabilities.ts';

/** Rows of `table` that may use pictures: the item that a row is of, and the condition that it may use one. */
type PictureUser = { table: string; item: (row: string) => string; uses: (row: string) => string };

/**
 * Triggers note each item that may have begun or ended to use a picture, and a job reads what it uses. Items in the
 * trash use pictures, too.
 */
export function notePictureUses(dialect: Dialect): string[] {
  const contains = (row: string, column: string, text: string) =>
    dialect === 'sqlite'
      ? `instr(${row}."${column}", '${text}') > 0`
      : `position('${text}' in ${row}."${column}") > 0`;
  const note = dialect === 'sqlite' ? noteInSqlite : noteInPostgres;
  return [
    ...collections.flatMap(([table, collection]) =>
      note({
        table,
        item: (row) => `'${collection}', ${row}."id"`,
        uses: (row) => `(${row}."picture" is not null or ${contains(row, 'description', '/media/')})`,
      }),
    ),
    ...note({
      table: 'item_version',
      item: (row) => `${row}."collection", ${row}."id"`,
      uses: (row) => `(${contains(row, 'item', '/media/')} or ${contains(row, 'item', '"picture":"')})`,
    }),
    ...(dialect === 'sqlite'
      ? noteInSqlite({ table: 'trash_item', item: trashed, uses: () => 'true' })
      : noteTrashInPostgres),
  ];
}

const collections = [
  ['article', 'articles'],
  ['news_item', 'news'],
  ['event', 'events'],
  ['poll', 'polls'],
  ['business', 'businesses'],
] as const;

const trashed = (row: string) => `${row}."collection", ${row}."itemId"`;

const noteItem = (item: string) =>
  `insert into "picture_use_stale" ("collection", "itemId") values (${item}) on conflict do nothing;`;

function noteInSqlite({ table, item, uses }: PictureUser): string[] {
  return (
    [
      ['insert', 'new', uses('new')],
      ['update', 'new', `${uses('new')} or ${uses('old')}`],
      ['delete', 'old', uses('old')],
    ] as const
  ).map(
    ([change, row, condition]) => `create trigger "${table}_${change}_pictures" after ${change} on "${table}"
      when ${condition} begin ${noteItem(item(row))} end`,
  );
}

function noteInPostgres({ table, item, uses }: PictureUser): string[] {
  return [
    `create function "note_pictures_of_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' and ${uses('old')} then ${noteItem(item('old'))} end if;
      if tg_op <> 'DELETE' and ${uses('new')} then ${noteItem(item('new'))} end if;
      return null;
    end $$`,
    `create trigger "${table}_pictures" after insert or update or delete on "${table}"
      for each row execute function "note_pictures_of_${table}"()`,
  ];
}

const noteTrashInPostgres = [
  `create function "note_pictures_of_trash_item"() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${noteItem(trashed('new'))} else ${noteItem(trashed('old'))} end if;
    return null;
  end $$`,
  `create trigger "trash_item_pictures" after insert or delete on "trash_item"
    for each row execute function "note_pictures_of_trash_item"()`,
];
