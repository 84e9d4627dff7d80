import type { Settings } from '#app/platform/settings/settings.server.ts';

/** All browser features that no page of ours uses. */
const features =
  `accelerometer ambient-light-sensor autoplay bluetooth browsing-topics camera compute-pressure
  display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection
  local-fonts magnetometer microphone midi otp-credentials payment picture-in-picture screen-wake-lock serial
  storage-access usb window-management xr-spatial-tracking`.split(/\s+/);

/**
 * The headers that are the same on every response of the site: pages, files, errors, 304 and responses without a route.
 * Without Strict-Transport-Security on http. R-24.
 */
export function fixedHeaders({ url, hstsSubdomains }: Settings): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': features.map((feature) => `${feature}=()`).join(', '),
    ...(url.startsWith('https:')
      ? { 'Strict-Transport-Security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}` }
      : {}),
  };
}

/** The policy of everything that is not a page: it may load and run nothing, and nothing may frame it. R-23. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";
