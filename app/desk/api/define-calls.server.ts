/** Calls of the API as rows: routing, authorization, refusals and the OpenAPI document all come from them. */

import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import { requestContextKey } from '#app/people/request/context.ts';
import type { Policy } from '#app/people/request/policy.ts';
import type { AnyCall, Call, CallArgs, CallResponse, DescribeProblem, Json, Schema } from './call.ts';
import { problemResponse } from './problem-document.ts';
import { respondTo } from './respond.server.ts';

export type Calls = {
  /**
   * The loader and the action of the route with these paths. An unsupported method gets 405 with `Allow` in the order of
   * the rows. Never throws.
   */
  at: (...paths: string[]) => (args: CallArgs) => Promise<Response>;
  /** The paths for the OpenAPI document. */
  describe: (describeProblem: DescribeProblem) => Record<string, object>;
};

/** Calls that have the tag in the OpenAPI document. */
export function defineCalls<const Bodies extends readonly unknown[]>(
  tag: string,
  rows: { [Row in keyof Bodies]: Call<Bodies[Row]> },
): Calls {
  const calls = rows as readonly AnyCall[];
  return {
    at: (...paths) => {
      const own = calls.filter(({ path }) => paths.includes(path));
      return (args) => route(own, args);
    },
    describe: (describeProblem) => describeCalls(tag, calls, describeProblem),
  };
}

async function route(calls: AnyCall[], args: CallArgs): Promise<Response> {
  const given = Object.values(args.params).filter((value) => value !== undefined).length;
  const here = calls.filter(({ path }) => path.split('{').length - 1 === given);
  const method = args.request.method === 'HEAD' ? 'GET' : args.request.method;
  const call = here.find((each) => each.method === method);
  if (!call) return problemResponse(405, { headers: { Allow: allowOf(here.map(({ method }) => method)) } });
  const { operationId: operation, policy } = call;
  const response = await respondTo({ name: operation, policy }, args, async () => {
    const { body, refusal } = (await call.body?.read(args.request)) ?? {};
    return refusal ?? call.run(args, body);
  });
  const { status } = response;
  const { log } = args.context.get(requestContextKey).services;
  // Tests fail when this is logged (tests/open-site.ts).
  if (!statusesOf(call).includes(status)) log.error({ operation, status }, 'API status is not described');
  return response;
}

/** HEAD is allowed where GET is. */
function allowOf(methods: string[]): string {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

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
  return policy.endsWith('-or-token') ? [{ token: [] }, { session: [] }] : [{ session: [] }];
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
