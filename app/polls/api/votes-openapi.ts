/** The votes of a poll in the OpenAPI document. */

type Json = Record<string, unknown>;

const option: Json = {
  description: 'The id or text of an option, or a list of them if several may be chosen',
  oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 50 }],
};

const problem = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const refusals: Json = {
  401: problem('Log in to vote'),
  403: problem('The user may not vote in this poll; `detail` says why'),
  404: problem('Not found'),
  409: problem('The poll is not open, or the vote was sealed when it closed'),
  503: problem('Database is not initialized.'),
};

const id: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the poll',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
};

const session = { tags: ['polls'], 'x-policy': 'public', security: [{ session: [] }, {}], parameters: [id] };

/** `POST` and `DELETE /api/v1/polls/{id}/votes`: each poll decides who may vote, so the route's policy is open. */
export const votesPaths: Json = {
  '/api/v1/polls/{id}/votes': {
    post: {
      operationId: 'castVote',
      summary: 'Cast or change your vote',
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
          description: 'The vote as counted now; repeating the call changes nothing',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  poll: { type: 'string' },
                  option,
                  receipt: {
                    type: 'string',
                    description: 'Code of the ballot in the list once the poll has closed',
                  },
                  results: {
                    description: 'As in the poll; null if hidden',
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
        422: problem('The option is not in this poll, or too many are chosen'),
        429: problem('Too many votes without an account from this network'),
        ...refusals,
      },
    },
    delete: {
      operationId: 'withdrawVote',
      summary: 'Withdraw your vote',
      ...session,
      responses: { 204: { description: 'The session has no vote' }, ...refusals },
    },
  },
};
