import type { Visit } from '#app/context.ts';

/**
 * Headers that every answer carries, errors included. Pages run scripts of this site only; the inline
 * scripts of hydrated pages are allowed by the nonce of their one response, which is therefore never cached.
 */
export function addSecurityHeaders(
  headers: Headers,
  visit: Visit,
  { development }: { development: boolean },
): void {
  const { settings } = visit.services;
  headers.set('X-Content-Type-Options', 'nosniff');
  setDefault(headers, 'Referrer-Policy', 'strict-origin-when-cross-origin');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  if (settings.url.startsWith('https:')) {
    headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  }
  setDefault(headers, 'Cache-Control', visit.viewer.kind === 'visitor' ? 'no-cache' : 'private, no-store');
  // Vite's development client needs inline scripts and a socket.
  if (!development) setDefault(headers, 'Content-Security-Policy', contentSecurityPolicy(headers, visit));
}

function contentSecurityPolicy(headers: Headers, { nonce }: Visit): string {
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (!isPage) return "default-src 'none'; frame-ancestors 'none'";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function setDefault(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
