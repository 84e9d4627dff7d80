/** The list of an item's revisions in the OpenAPI document. */
export const revisionsSchema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          revision: { type: 'integer' },
          savedAt: { type: 'string', format: 'date-time' },
          savedBy: {
            type: ['string', 'null'],
            description: 'Name of the account, otherwise its email address; or name of an API token',
          },
          kind: {
            type: 'string',
            enum: ['saved', 'autosaved', 'restored', 'kept'],
            description: 'kept: what there was before the first save that has a revision',
          },
          publication: { type: 'string' },
        },
        required: ['revision', 'savedAt', 'savedBy', 'kind', 'publication'],
      },
    },
  },
  required: ['items'],
};
