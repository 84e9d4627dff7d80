import { pageSchema } from './openapi.server.ts';
import { listParameters } from './openapi-parameters.server.ts';

/** The path of the trash in the OpenAPI document. */
export function describeTrashPath(describeProblem: (status: number) => object): Record<string, object> {
  const schema = pageSchema(trashedSchema);
  return {
    '/api/v1/trash': {
      get: {
        operationId: 'listTrash',
        summary: 'List deleted items of all collections, last deleted first',
        'x-policy': 'admin-or-token',
        security: [{ token: [] }, { session: [] }],
        parameters: listParameters,
        responses: {
          200: { description: 'One page of the trash', content: { 'application/json': { schema } } },
          ...Object.fromEntries([400, 401, 403, 503].map((status) => [status, describeProblem(status)])),
        },
      },
    },
  };
}

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
