/** Rows of `defineCalls` in the OpenAPI document. */
import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import type { Policy } from '#app/people/request/policy.ts';
import type { AnyCall, CallResponse, DescribeProblem, Json, Schema } from './call.ts';

/** All statuses of a call: those of its row, of authorization, of errors (`respondTo`), and of reading the body. */
export function statusesOf({ method, policy, body, responses, problems = [] }: AnyCall): number[] {
  const refusals = policy === 'public' ? [401] : [401, 403];
  const errors = method === 'GET' ? [500, 503, 507] : [409, 500, 503, 507];
  const unreadable = body ? [400, 413, 415, 422] : [];
  return [...Object.keys(responses).map(Number), ...problems, ...refusals, ...errors, ...unreadable];
}

/** The paths of the calls. */
export function describeCalls(
  tag: string,
  calls: readonly AnyCall[],
  describeProblem: DescribeProblem,
): Record<string, object> {
  const paths = [...Map.groupBy(calls, ({ path }) => path)].map(([path, own]) => [
    path,
    Object.fromEntries(
      own.map((call) => [call.method.toLowerCase(), describeCall(tag, call, describeProblem)]),
    ),
  ]);
  return Object.fromEntries(paths);
}

function describeCall(tag: string, call: AnyCall, describeProblem: DescribeProblem): Json {
  const { operationId, summary, policy, security = securityOf(policy), body, responses } = call;
  const parameters = parametersOf(call);
  const described = statusesOf(call).map((status) => [
    status,
    describeResponse(responses[status], status < 400 ? {} : describeProblem(status)),
  ]);
  return {
    operationId,
    summary,
    tags: [tag],
    'x-policy': policy,
    security,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: body.isRequired, content: body.describe() } } : {}),
    responses: Object.fromEntries(described),
  };
}

function securityOf(policy: Policy): object[] {
  if (policy === 'public') return [];
  return policy === 'admin-or-token' ? [{ token: [] }, { session: [] }] : [{ session: [] }];
}

/** Those of the path come first. */
function parametersOf({ path, parameters = [] }: AnyCall): object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const missing = names.filter(
    (name) => !parameters.some((given) => given.in === 'path' && given.name === name),
  );
  return [
    ...missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...parameters,
  ];
}

function describeResponse(response: CallResponse | undefined, problem: object): object {
  const { schema, ...facts } = response ?? {};
  if (!schema) return { ...problem, ...facts };
  const type = 'description' in problem ? 'application/problem+json' : 'application/json';
  return { ...facts, content: { [type]: { schema: jsonSchemaOf(schema) } } };
}

function jsonSchemaOf(schema: Schema): unknown {
  return schema instanceof z.ZodType ? createSchema(schema, { io: 'output' }).schema : schema;
}
