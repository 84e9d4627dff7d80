/** The votes of a poll in the OpenAPI document. */

type Json = Record<string, unknown>;

const option: Json = {
  description: 'The id of an option, or its text; a list of them where several may be chosen',
  oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 50 }],
};

const problem = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const refusals: Json = {
  401: problem('Log in to vote'),
  403: problem('This person may not vote in this poll; `detail` says why'),
  404: problem('Not found'),
  409: problem('The poll is not open, or the vote was sealed when it was closed'),
  503: problem('Database is not initialized.'),
};

const id: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the poll',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
};

const session = { tags: ['polls'], 'x-policy': 'public', security: [{ session: [] }, {}], parameters: [id] };

/** `POST` and `DELETE /api/v1/polls/{id}/votes`: who may vote is a rule of each poll, so the door itself is open. */
export const votesPaths: Json = {
  '/api/v1/polls/{id}/votes': {
    post: {
      operationId: 'castVote',
      summary: 'Cast or change the vote of the session',
      ...session,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { option },
              required: ['option'],
              additionalProperties: false,
            },
          },
        },
      },
      responses: {
        200: {
          description: 'The vote as it counts now; the same call again changes nothing',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  poll: { type: 'string' },
                  option,
                  receipt: {
                    type: 'string',
                    description: 'The code of the ballot in the list after the closing',
                  },
                  results: {
                    description: 'As in the poll; null where they are hidden',
                    type: ['object', 'null'],
                  },
                },
                required: ['poll', 'option', 'receipt', 'results'],
              },
            },
          },
        },
        400: problem('Bad request'),
        413: problem('Body too large'),
        415: problem('Unsupported media type'),
        422: problem('The option is none of this poll, or too many are chosen'),
        429: problem('Too many votes without an account from this network'),
        ...refusals,
      },
    },
    delete: {
      operationId: 'withdrawVote',
      summary: 'Withdraw the vote of the session',
      ...session,
      responses: { 204: { description: 'There is no vote of it' }, ...refusals },
    },
  },
};
