/** Calls of the API as rows: routing, authorization, refusals and the OpenAPI document all come from them. */
import { requestContextKey } from '#app/people/request/context.ts';
import type { AnyCall, Call, CallArgs, DescribeProblem } from './call.ts';
import { describeCalls, statusesOf } from './describe-calls.server.ts';
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
