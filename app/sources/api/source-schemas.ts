/** What the API's calls for sources send and return. */
import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import type { Json } from '#app/desk/api/call.ts';
import {
  count,
  list,
  object,
  patchSchemaOf,
  text,
  textOrNull,
} from '#app/desk/api/openapi-schemas.server.ts';
import { isTimeZone } from '#app/platform/time/town-time.ts';
import { sourceJsonSchema, sourceSchema } from '#app/sources/source.ts';

const none = z.null().meta({ description: 'All sources are on one page' });

export const sourcesPage = z.object({ items: z.array(sourceJsonSchema), next: none, previous: none });

export function sourceInput(): Json {
  return createSchema(sourceSchema, { io: 'input' }).schema as Json;
}

/** The fields of a new source, all optional, and whether it is checked. */
export function sourceChanges(): Json {
  const state = { type: 'string', enum: ['working', 'paused'], description: 'Resumes or pauses it' };
  const { properties, ...schema } = patchSchemaOf(sourceInput());
  return { ...schema, properties: { ...(properties as Json), state } };
}

export const refreshSchema = object({ found: count, new: count, changed: count, missing: count });

export const preferParameter: Json = {
  name: 'Prefer',
  in: 'header',
  description: 'How many seconds to wait at most, up to 15: wait=5, or respond-async (RFC 7240)',
  schema: text,
};

export const previewInput = z.strictObject({
  address: z
    .string('Enter an address')
    .trim()
    .min(1, 'Enter an address')
    .max(2000)
    .meta({ description: 'A page, a feed, a calendar or a host' }),
  feeds: z
    .enum(['articles', 'news', 'events', 'notices'], 'Choose articles, news, events or notices')
    .optional()
    .meta({ description: 'What fits, by default' }),
  zone: z
    .string()
    .refine(isTimeZone, 'Enter an IANA time zone, such as America/New_York')
    .nullish()
    .meta({ description: 'IANA time zone' }),
});

const foundSchema = list({
  type: 'object',
  properties: { address: text, name: textOrNull, format: text, items: count, dates: count },
});

/** A problem, and if the address leads to several sources, which. */
export const severalSchema: Json = {
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    {
      type: 'object',
      properties: { found: { ...foundSchema, description: 'The addresses to choose from' } },
    },
  ],
};

export const previewSchema: Json = {
  type: 'object',
  properties: {
    address: { ...text, description: 'What to add as a source' },
    name: text,
    feeds: { type: 'string', enum: ['articles', 'news', 'events', 'notices'] },
    format: { type: 'string', enum: ['rss', 'rdf', 'atom', 'json', 'ics', 'html', 'cap'] },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          sourceId: text,
          title: textOrNull,
          link: textOrNull,
          pubDate: { ...textOrNull, description: 'Of articles and news' },
          description: { ...text, description: 'Of articles and news, HTML' },
          start: { ...text, description: 'Of events, UTC' },
          end: textOrNull,
          allDay: { type: 'boolean' },
          location: textOrNull,
          eventStatus: { type: 'string', enum: ['confirmed', 'tentative', 'cancelled', 'postponed'] },
          status: {
            type: 'string',
            enum: ['new', 'duplicate', 'known', 'past', 'refused'],
            description: 'What an import would do with it',
          },
          into: {
            type: ['object', 'null'],
            description: 'The item that a duplicate would be merged into',
            properties: { collection: text, id: text, title: text },
          },
          problem: { ...textOrNull, description: 'Why it would be left out' },
        },
        required: ['sourceId', 'title', 'link', 'status', 'into', 'problem'],
      },
    },
    counts: {
      type: 'object',
      description: 'How many items have each status',
      properties: { new: count, duplicate: count, known: count, past: count, refused: count },
    },
    found: { ...foundSchema, description: 'Everything that was found, the one that is shown first' },
    notes: { type: 'array', description: 'What could not be read or was left out', items: text },
  },
  required: ['address', 'name', 'feeds', 'format', 'items', 'counts', 'found', 'notes'],
};
