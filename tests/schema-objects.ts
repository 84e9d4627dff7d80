import { sql } from 'kysely';
import type { Database } from '#app/platform/database/handles.ts';

/** Every object of a database's schema by its kind and name, with its definition, without Kysely's. */
export async function listSchemaObjects({ write, capabilities }: Database): Promise<Map<string, string>> {
  const query = capabilities.dialect === 'sqlite' ? inSqlite : inPostgres;
  const { rows } = await query.execute(write);
  const objects = rows.filter(({ name }) => !name.startsWith('kysely_'));
  return new Map(objects.map(({ kind, name, definition }) => [`${kind} ${name}`, plain(definition)]));
}

/** Without formatting. */
function plain(definition: string): string {
  return definition
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\(\s+|\s+\)/g, (found) => found.trim())
    .replace(/^create (virtual table|table|unique index|index|trigger)/i, (words) => words.toLowerCase());
}

type SchemaObject = { kind: string; name: string; definition: string };

const inSqlite = sql<SchemaObject>`
  select type as kind, name, sql as definition from sqlite_schema where sql is not null
  union all
  select 'column', t.name || '.' || c.name, c.cid || ' ' || c.type || ' ' || c."notnull" || ' ' ||
    coalesce(c.dflt_value, '') || ' ' || c.pk
  from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`;

/** Columns by their order among the existing ones: a dropped one leaves a gap in the numbers. */
const inPostgres = sql<SchemaObject>`
  with own as (select oid from pg_namespace where nspname = current_schema())
  select 'column' as kind, c.relname || '.' || attname as name,
    concat_ws(' ', row_number() over (partition by c.oid order by attnum), format_type(atttypid, atttypmod),
      collname, case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid), attidentity, attgenerated)
    as definition
  from pg_attribute join pg_class c on c.oid = attrelid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  left join pg_collation k on k.oid = attcollation
  where relnamespace in (select oid from own) and relkind in ('r', 'v', 'm', 'p') and attnum > 0
    and not attisdropped
  union all
  select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
  from pg_constraint where connamespace in (select oid from own) and contype <> 'n'
  union all
  select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid)
  from pg_index join pg_class c on c.oid = indexrelid where relnamespace in (select oid from own)
  union all
  select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(pg_trigger.oid) || tgenabled::text
  from pg_trigger join pg_class c on c.oid = tgrelid
  where not tgisinternal and relnamespace in (select oid from own)
  union all
  select 'function', pg_proc.oid::regprocedure::text, pg_get_functiondef(pg_proc.oid)
  from pg_proc where pronamespace in (select oid from own)
  union all
  select 'sequence', sequencename, concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle,
    cache_size, (select refobjid::regclass || '.' || refobjsubid from pg_depend
      where objid = sequencename::regclass and deptype = 'a'))
  from pg_sequences where schemaname = current_schema()
  union all
  select 'type', typname, typtype::text from pg_type
  where typnamespace in (select oid from own) and typtype <> 'c' and typcategory <> 'A'
  union all
  select 'view', viewname, definition from pg_views where schemaname = current_schema()
  union all
  select 'text search configuration', cfgname,
    (select string_agg(maptokentype || ':' || mapseqno || ':' || mapdict::regdictionary, ' ' order by maptokentype,
      mapseqno) from pg_ts_config_map where mapcfg = pg_ts_config.oid)
  from pg_ts_config where cfgnamespace in (select oid from own)
  union all
  select 'text search dictionary', dictname, dictinitoption from pg_ts_dict
  where dictnamespace in (select oid from own)`;
