/** JSON schemas for the OpenAPI document. */
import type { Json } from './call.ts';

export const text: Json = { type: 'string' };
export const textOrNull: Json = { type: ['string', 'null'] };
export const count: Json = { type: 'integer', minimum: 0 };

/** An object that has all of these properties. */
export function object(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export function list(items: Json): Json {
  return { type: 'array', items };
}

/** A schema that the document defines once. */
export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** 'news item' becomes 'NewsItem'. */
export function pascal(words: string): string {
  return words.replace(/(?:^|\s)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
