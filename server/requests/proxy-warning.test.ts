import type { IncomingMessage } from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { openProxyWarning } from './client-address.ts';

function asked(forwarded?: string): IncomingMessage {
  return { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} } as unknown as IncomingMessage;
}

test.each([
  ['https://maplehollow.example', '0', 1],
  ['https://maplehollow.example', '1', 0],
  ['http://localhost:3000', '0', 0],
  ['http://127.0.0.1:3000', '0', 0],
  ['http://[::1]:3000', '0', 0],
])('R-60 at %s with TRUST_PROXY=%s an uncounted proxy is reported %i times', (url, trust, times) => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const settings = readSettings({ BELFRY_URL: url, TRUST_PROXY: trust });
  const warn = openProxyWarning({ settings, log });
  warn(asked());
  expect(lines).toEqual([]);
  for (let n = 0; n < 3; n++) warn(asked('203.0.113.9'));
  expect(lines).toHaveLength(times);
  expect(lines.join()).not.toContain('203.0.113.9');
});
