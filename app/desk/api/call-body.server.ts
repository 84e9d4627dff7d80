/** The bodies of API calls: how they are read, and what the OpenAPI document says about them. */
import type * as z from 'zod';
import { createSchema } from 'zod-openapi';
import { listProblems } from '#app/items/content/item-schema.ts';
import type { CallBody, Json } from './call.ts';
import { problemResponse, refuseFields } from './problem-document.ts';

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
      return checked.success
        ? { body: checked.data }
        : { refusal: refuseFields(listProblems(checked.error)) };
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

export type JsonObject = Record<string, unknown>;

/** A parsed body, or the error response. */
export type ReadBody = { body: JsonObject; refusal?: undefined } | { body?: undefined; refusal: Response };

const MAX_DEPTH = 32;

/**
 * Reads the JSON object of a request. Refuses other content types (415), and with 400: text that is not UTF-8 or
 * not JSON, anything but an object, more than 32 levels, and keys that could reach an object's prototype.
 */
export async function readJsonObject(request: Request, mediaTypes: string[]): Promise<ReadBody> {
  if (!isAccepted(request.headers.get('Content-Type') ?? '', mediaTypes)) {
    const detail = `Send ${mediaTypes.join(' or ')} in UTF-8.`;
    return { refusal: problemResponse(415, { detail, headers: { Accept: mediaTypes.join(', ') } }) };
  }
  const value = parse(await request.bytes());
  if (value === undefined) return refused('The body is not valid UTF-8 encoded JSON.');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('The body must be a JSON object.');
  }
  const problem = structureProblem(value);
  return problem ? refused(problem) : { body: value as JsonObject };
}

function refused(detail: string): ReadBody {
  return { refusal: problemResponse(400, { detail }) };
}

function isAccepted(contentType: string, mediaTypes: string[]): boolean {
  const [mediaType = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return mediaTypes.includes(mediaType) && (charset === undefined || /^"?utf-?8"?$/.test(charset));
}

/** The value; undefined if the text is not JSON, which has no undefined of its own. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function structureProblem(value: unknown, depth = 1): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return `The body is nested more than ${MAX_DEPTH} levels deep.`;
  if (Object.hasOwn(value, '__proto__')) return 'The body contains a field named __proto__.';
  for (const inner of Object.values(value)) {
    const problem = structureProblem(inner, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}
