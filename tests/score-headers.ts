/**
 * The score of a response's headers, by the rules of public scanners (MDN HTTP Observatory, scoring of 2024): 100 to
 * begin with, less for what is missing, more for what few have.
 */
import type { Answer } from './open-server.ts';

type Headers = Answer['headers'];

/** The missing or wrong headers of a response, as text; none when all is well. Behind https. */
export function faultsOfHeaders({ status, headers }: Answer): string[] {
  const faults = Object.entries(wanted)
    .filter(([name, pattern]) => !pattern.test(String(headers[name] ?? '')))
    .map(([name]) => `${name}: ${headers[name]}`);
  faults.push(...forbidden.filter((name) => headers[name] !== undefined));
  const type = String(headers['content-type'] ?? '');
  const policy = policyOf(headers);
  if (type.startsWith('text/html') ? !isPagePolicy(policy) : policy.get('default-src') !== "'none'")
    faults.push(`policy of ${type}`);
  if (headers['set-cookie'] && !/private|no-store/.test(String(headers['cache-control'])))
    faults.push('a cookie that a cache may keep');
  if (status === 405 && !headers.allow) faults.push('405 without Allow');
  return faults;
}

const wanted: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(strict-origin-when-cross-origin|no-referrer|same-origin)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  'strict-transport-security': /^max-age=31536000$/,
  'content-security-policy': /frame-ancestors 'none'/,
  'cache-control': /./,
};

const forbidden = [
  'x-powered-by',
  'server',
  'access-control-allow-origin',
  'access-control-allow-credentials',
];

/** By name of the directive. */
function policyOf(headers: Headers): Map<string, string> {
  const directives = String(headers['content-security-policy'] ?? '').split(/;\s*/);
  return new Map(
    directives.map((directive) => [directive.split(' ', 1)[0] ?? '', directive.replace(/^\S+ ?/, '')]),
  );
}

function isPagePolicy(policy: Map<string, string>): boolean {
  const text = [...policy.values()].join(' ');
  return (
    policy.get('default-src') === "'none'" &&
    /^'self'( 'nonce-[A-Za-z0-9+/]{22}==')?$/.test(policy.get('script-src') ?? '') &&
    /^'self'( 'sha256-[A-Za-z0-9+/]{43}=')?$/.test(policy.get('style-src') ?? '') &&
    policy.get('base-uri') === "'none'" &&
    policy.get('form-action') === "'self'" &&
    policy.get('object-src') === "'none'" &&
    !/unsafe-|\*|http:|data:|blob:/.test(text)
  );
}

/** The score: 100 is the best grade, and further points are a bonus. */
export function scoreOf({ headers }: Answer): number {
  const policy = policyOf(headers);
  let score = 100;
  if (!policy.has('default-src')) score -= 25;
  else if (/unsafe-|data:|http:/.test([...policy.values()].join(' '))) score -= 20;
  else score += policy.get('default-src') === "'none'" ? 10 : 5;
  score += policy.has('frame-ancestors') ? 5 : -20;
  score += /max-age=(?:1[5-9]\d{6}|[2-9]\d{7,})/.test(String(headers['strict-transport-security'])) ? 0 : -20;
  score += headers['x-content-type-options'] === 'nosniff' ? 0 : -5;
  score += headers['cross-origin-resource-policy'] === 'same-origin' ? 10 : 0;
  score += /no-referrer|same-origin|strict-origin/.test(String(headers['referrer-policy'])) ? 5 : -5;
  score -= headers['access-control-allow-origin'] ? 50 : 0;
  const cookies = headers['set-cookie'] ?? [];
  score -= cookies.some((cookie) => !/; Secure/.test(cookie) || !/; HttpOnly/.test(cookie)) ? 20 : 0;
  return score;
}
