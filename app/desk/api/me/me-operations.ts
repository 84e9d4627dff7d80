import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import { findNameProblem } from '#app/people/accounts/account-name.ts';
import type { Policy } from '#app/people/request/policy.ts';

/** What users can change about their account with the API. */
export const ownProfilePatch = z.strictObject({
  newsletterOptIn: z.boolean().optional(),
  name: z
    .string()
    .refine((typed) => !findNameProblem(typed), { error: ({ input }) => findNameProblem(String(input)) })
    .nullable()
    .optional()
    .meta({ description: 'What editors see; null or empty for none' }),
});

type OwnOperation = { method: string; summary: string; policy: Policy; answers: number[] };

/** The operations of `/api/v1/me` (product contract section 4). A token belongs to no account, so none is accepted. */
export const ownOperations = {
  read: {
    method: 'get',
    summary: 'Everything stored about the logged-in user',
    policy: 'member',
    answers: [200, 401, 403, 503],
  },
  change: {
    method: 'patch',
    summary: 'Change the newsletter opt-in and the name',
    policy: 'member',
    answers: [200, 400, 401, 403, 413, 415, 422, 503],
  },
  remove: {
    method: 'delete',
    summary: 'Delete the account, within ten minutes of logging in',
    policy: 'member',
    answers: [204, 401, 403, 503],
  },
} as const satisfies Record<string, OwnOperation>;

/** The paths of `/api/v1/me` for the OpenAPI document; `describeProblem` returns the response of a failure. */
export function describeOwnPaths(describeProblem: (status: number) => object): Record<string, object> {
  const operations = Object.entries(ownOperations).map(([name, operation]) => [
    operation.method,
    {
      operationId: `${name}Me`,
      summary: operation.summary,
      tags: ['me'],
      'x-policy': operation.policy,
      security: [{ session: [] }],
      ...(name === 'change' ? { requestBody: changeBody() } : {}),
      responses: Object.fromEntries(
        operation.answers.map((status) => [
          status,
          status < 300 ? { description: 'Done' } : describeProblem(status),
        ]),
      ),
    },
  ]);
  return { '/api/v1/me': Object.fromEntries(operations) };
}

function changeBody(): object {
  const { schema } = createSchema(ownProfilePatch, { io: 'input' });
  return {
    required: true,
    content: { 'application/json': { schema }, 'application/merge-patch+json': { schema } },
  };
}
