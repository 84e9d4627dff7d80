/** The bodies of API calls: how they are read, and what the OpenAPI document says about them. */
import type * as z from 'zod';
import { createSchema } from 'zod-openapi';
import type { CallBody, Json } from './call.ts';
import { type JsonObject, readJsonObject } from './read-json.server.ts';
import { refuseFields } from './refuse-fields.ts';

type Options = {
  /** What the OpenAPI document shows instead of the schema that checks. */
  shown?: Json;
  /** A request without a body has no fields. */
  isOptional?: boolean;
  /** Also accepts JSON Merge Patch (RFC 7396). */
  isPatch?: boolean;
  /** Fields that may also be parameters of the address; the body wins. */
  inAddress?: string[];
};

const JSON_TYPES = ['application/json'];
const PATCH_TYPES = [...JSON_TYPES, 'application/merge-patch+json'];

/** A JSON object that `schema` checks: 422 if a field is wrong, 400 if one is unknown. */
export function jsonBody<Schema extends z.ZodType>(
  schema: Schema,
  { inAddress = [], ...options }: Options = {},
): CallBody<z.output<Schema>> {
  const { read, ...facts } = uncheckedBody(
    () => options.shown ?? (createSchema(schema, { io: 'input' }).schema as Json),
    options,
  );
  return {
    ...facts,
    read: async (request) => {
      const sent = await read(request);
      if (sent.refusal) return sent;
      const checked = schema.safeParse({ ...fieldsIn(request.url, inAddress), ...sent.body });
      return checked.success ? { body: checked.data } : { refusal: refuseFields(checked.error) };
    },
  };
}

/** A JSON object whose fields the call itself checks. */
export function uncheckedBody(
  shown: () => Json,
  { isOptional = false, isPatch = false }: Pick<Options, 'isOptional' | 'isPatch'> = {},
): CallBody<JsonObject> {
  const types = isPatch ? PATCH_TYPES : JSON_TYPES;
  return {
    isRequired: !isOptional,
    describe: () => {
      const schema = shown();
      return Object.fromEntries(types.map((type) => [type, { schema }]));
    },
    read: async (request) => {
      const isEmpty = isOptional && (await request.clone().bytes()).length === 0;
      return isEmpty ? { body: {} } : readJsonObject(request, types);
    },
  };
}

/** A form with files, which the call reads itself. */
export function formBody(schema: Json): CallBody<undefined> {
  return {
    isRequired: true,
    describe: () => ({ 'multipart/form-data': { schema } }),
    read: async () => ({ body: undefined }),
  };
}

function fieldsIn(address: string, names: string[]): JsonObject {
  const { searchParams } = new URL(address);
  return Object.fromEntries(
    names.flatMap((name) => (searchParams.has(name) ? [[name, searchParams.get(name)]] : [])),
  );
}
