import type { RequestContext } from '#app/people/request/context.ts';
import { inlineStyleSource } from '#app/site/frame/inline-style.server.ts';
import { addSpeculationRules } from '#app/site/frame/speculation-rules.ts';
import { closedPolicy, fixedHeaders } from './fixed-headers.ts';

/**
 * Headers of every response, including errors. Pages run scripts of this site only; the inline scripts of
 * hydrated pages are allowed by the nonce of their one response, which is therefore never cached.
 */
export function addSecurityHeaders(
  headers: Headers,
  requestContext: RequestContext,
  { development }: { development: boolean },
): void {
  for (const [name, value] of Object.entries(fixedHeaders(requestContext.services.settings)))
    setDefault(headers, name, value);
  if (requestContext.services.readOnly?.kind === 'another-day') {
    headers.set('Cache-Control', 'private, no-store');
    headers.set('X-Robots-Tag', 'noindex, nofollow');
    for (const name of ['ETag', 'Last-Modified']) headers.delete(name);
  }
  // A response that sets a cookie is for one user.
  if (headers.has('Set-Cookie')) headers.set('Cache-Control', 'private, no-store');
  setDefault(
    headers,
    'Cache-Control',
    requestContext.viewer.kind === 'visitor' ? 'no-cache' : 'private, no-store',
  );
  // Here, because every page passes here.
  if (!development) addSpeculationRules(headers, requestContext);
  // Vite's development client needs inline scripts and a socket.
  if (development) headers.delete('Content-Security-Policy');
  else setDefault(headers, 'Content-Security-Policy', policyFor(headers));
}

function policyFor(headers: Headers): string {
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  return isPage ? pagePolicy() : closedPolicy;
}

/**
 * The policy of a page. The `nonce` is for a page that hydrates, whose scripts are inline; no cached page has one.
 * `changes` replaces directives, for a page that shows another of this site in a frame, or is shown in one.
 */
export function pagePolicy(nonce?: string, changes: Record<string, string> = {}): string {
  const directives = {
    'default-src': "'none'",
    'script-src': nonce ? `'self' 'nonce-${nonce}'` : "'self'",
    'style-src': nonce ? "'self'" : `'self' ${inlineStyleSource}`,
    'img-src': "'self' https:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    ...changes,
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

function setDefault(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
