/** The API's call for the trash of all collections. */
import { defineCalls } from './define-calls.server.ts';
import { pageSchema } from './describe-api.server.ts';
import { listParameters } from './openapi-parameters.server.ts';
import { readTrash } from './trash-responses.server.ts';

const instant = { type: 'string', format: 'date-time' };

/** In addition to the fields of the deleted item. */
const trashedSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    collection: { type: 'string' },
    deletedAt: instant,
    deletedBy: {
      type: ['string', 'null'],
      description: 'Name of the account, otherwise its email address; or name of an API token',
    },
    expiresAt: { ...instant, description: 'When it is permanently deleted' },
  },
  required: ['id', 'collection', 'deletedAt', 'deletedBy', 'expiresAt'],
};

export const trashCalls = defineCalls('trash', [
  {
    path: '/api/v1/trash',
    method: 'GET',
    operationId: 'listTrash',
    summary: 'List deleted items of all collections, last deleted first',
    policy: 'admin-or-token',
    parameters: listParameters,
    responses: { 200: { description: 'One page of the trash', schema: pageSchema(trashedSchema) } },
    problems: [400],
    run: (args) => readTrash(args),
  },
]);
