/** A call of the API as data. */
import type { RouterContextProvider } from 'react-router';
import type * as z from 'zod';
import type { Policy } from '#app/people/request/policy.ts';

export type Json = Record<string, unknown>;

/** The arguments of a loader or an action. */
export type CallArgs = {
  request: Request;
  context: Readonly<RouterContextProvider>;
  params: Record<string, string | undefined>;
};

/** What a call expects as its body. `read` returns it, or the response that refuses it. */
export type CallBody<Body> = {
  isRequired: boolean;
  /** The media types and schemas in the OpenAPI document. */
  describe: () => Json;
  read: (
    request: Request,
  ) => Promise<{ body: Body; refusal?: undefined } | { body?: never; refusal: Response }>;
};

/** A schema of zod, or one that is JSON already. */
export type Schema = z.ZodType | Json;

/** A response of a call. With a status from 400, it describes that problem further than its fixed title. */
export type CallResponse = { description: string; schema?: Schema; headers?: Json };

/** One call. `run` may return the statuses of `responses` and `problems`, and those that `statusesOf` adds. */
export type Call<Body> = {
  /** Its parameters are in braces, as in the OpenAPI document. */
  path: string;
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  operationId: string;
  summary: string;
  /** There is no default: a call without a policy does not compile. */
  policy: Policy;
  /** How callers can authenticate, if that doesn't follow from the policy. */
  security?: object[];
  /** Parameters of the query and headers for the OpenAPI document, and those of the path that need a description. */
  parameters?: Json[];
  body?: CallBody<Body>;
  responses: Record<number, CallResponse>;
  /** Problem documents about which the OpenAPI document says no more than their fixed title. */
  problems?: number[];
  run: (args: CallArgs, body: Body) => Promise<Response>;
};

// biome-ignore lint/suspicious/noExplicitAny: rows with different bodies
export type AnyCall = Call<any>;

/** Returns the response of a failure in the OpenAPI document. */
export type DescribeProblem = (status: number) => object;
