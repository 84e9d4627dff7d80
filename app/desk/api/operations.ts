/**
 * The API's operations as data: the handlers, the OpenAPI document and the test of the policies all read this table.
 */

import type { Policy } from '#app/people/request/policy.ts';

export type Operation = {
  name:
    | 'list'
    | 'find'
    | 'put'
    | 'patch'
    | 'remove'
    | 'restore'
    | 'revisions'
    | 'revision'
    | 'restoreRevision';
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST';
  /** Its address, of `targetPaths`. */
  target: 'collection' | 'item' | 'restoration' | 'revisions' | 'revision' | 'revisionRestoration';
  /** There is no default: an operation without a policy does not compile. */
  policy: Policy;
};

/** The addresses below `/api/v1/{collection}`. */
export const targetPaths: Record<Operation['target'], string> = {
  collection: '',
  item: '/{id}',
  restoration: '/{id}/restore',
  revisions: '/{id}/revisions',
  revision: '/{id}/revisions/{revision}',
  revisionRestoration: '/{id}/revisions/{revision}/restore',
};

/** The operations of every collection (product contract section 4). */
export const operations: Operation[] = [
  { name: 'list', method: 'GET', target: 'collection', policy: 'public' },
  { name: 'find', method: 'GET', target: 'item', policy: 'public' },
  { name: 'put', method: 'PUT', target: 'item', policy: 'admin-or-token' },
  { name: 'patch', method: 'PATCH', target: 'item', policy: 'admin-or-token' },
  { name: 'remove', method: 'DELETE', target: 'item', policy: 'admin-or-token' },
  { name: 'restore', method: 'POST', target: 'restoration', policy: 'admin-or-token' },
  { name: 'revisions', method: 'GET', target: 'revisions', policy: 'admin-or-token' },
  { name: 'revision', method: 'GET', target: 'revision', policy: 'admin-or-token' },
  { name: 'restoreRevision', method: 'POST', target: 'revisionRestoration', policy: 'admin-or-token' },
];

/** The operation of a request; undefined if the address does not support the method. HEAD counts as GET. */
export function findOperation(method: string, target: Operation['target']): Operation | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return operations.find((operation) => operation.target === target && operation.method === asked);
}

/** The methods of an address, as the Allow header lists them. */
export function allowedMethods(target: Operation['target']): string {
  return allowOf(operations.filter((operation) => operation.target === target).map(({ method }) => method));
}

/** An Allow header for these methods; HEAD is allowed where GET is. */
export function allowOf(methods: string[]): string {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}
