import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { openServer } from '../../tests/open-server.ts';
import { clientAddressOf } from './client-address.ts';

function asked(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

test('R-60 without a trusted proxy the client’s address is the socket’s', () => {
  for (const forged of [undefined, '203.0.113.9', '203.0.113.9, 198.51.100.1', 'unknown'])
    expect(clientAddressOf(asked('192.0.2.1', forged), 0)).toBe('192.0.2.1');
  expect(clientAddressOf(asked('::ffff:192.0.2.1'), 0)).toBe('192.0.2.1');
});

test('R-60 with n proxies it is the n-th entry from the right, whatever is left of it', () => {
  expect(clientAddressOf(asked('127.0.0.1', '203.0.113.9'), 1)).toBe('203.0.113.9');
  expect(clientAddressOf(asked('127.0.0.1', '1.1.1.1, 2.2.2.2,203.0.113.9'), 1)).toBe('203.0.113.9');
  expect(clientAddressOf(asked('127.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.1'), 2)).toBe('203.0.113.9');
  expect(clientAddressOf(asked('127.0.0.1', '[2001:db8::7]:4711'), 1)).toBe('2001:db8::7');
  expect(clientAddressOf(asked('127.0.0.1', '203.0.113.9:4711'), 1)).toBe('203.0.113.9');
});

test('R-60 a missing or invalid entry falls back to the socket’s address', () => {
  for (const forwarded of [undefined, '', 'unknown', '_hidden', '203.0.113.9, <script>'])
    expect(clientAddressOf(asked('192.0.2.1', forwarded), 1)).toBe('192.0.2.1');
  expect(clientAddressOf(asked('192.0.2.1', '203.0.113.9'), 2)).toBe('192.0.2.1');
});

test('R-60 forged lists never affect the activity log', async () => {
  for (const [TRUST_PROXY, expected] of [
    ['0', '127.0.0.1'],
    ['1', '203.0.113.9'],
  ] as const) {
    await using server = await openServer({ environment: { TRUST_PROXY } });
    const admin = await server.site.asAdmin();
    const headers = { ...admin, Origin: server.site.origin, 'X-Forwarded-For': '6.6.6.6, 203.0.113.9' };
    await server.ask('/admin/settings/sample-town', headers, 'POST');
    const rows = await server.site.write.selectFrom('audit_entry').select('address').execute();
    expect(rows).toContainEqual({ address: expected });
    expect(JSON.stringify(rows)).not.toContain('6.6.6.6');
  }
});
