import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateKey } from '../../tests/release-archive.ts';
import { readPublicKeys, readSecretKey, signText, verifySignature, writePublicKey } from './minisign.ts';

/** Written by Debian's minisign 0.11. */
const PUBLIC = `untrusted comment: minisign public key 11D2A19ED502BC1A
RWQavALVnqHSEVwBAB0CC6ADP+H0IaonKQd/XYXNY5+wSWPWv/tzGZYD
`;
const CONTENT = Buffer.from('abc  belfry.tar.xz\n');
const SIGNATURE = `untrusted comment: signature from minisign secret key
RUQavALVnqHSEcl1ILJZo8tbc4o6s5zXxDLKkM0Z66jaf9UjjUtRNLk4ZVoDRKQAhrdaZBUv/6enQUA1avAJhZ2quOgIWCkmtQc=
trusted comment: Belfry 1.0.0
XnXju2lC+CepaT+pPiywChphf/pH0W/wNvBbDYvIBPxp0kHkFNFvfLguwEk/+CKWfmng4Z7ZbHYeciAmOMiXBQ==
`;
/** Of the same key, without a password: good for this test only. */
const SECRET = `untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGrwC1Z6h0hEpwzNGcXFFaNICx6SvCAvZm/uO1RZWHTT1gu/sAlVNBFwBAB0CC6ADP+H0IaonKQd/XYXNY5+wSWPWv/tzGZYDAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`;

test('a signature of minisign is verified, and none that was changed anywhere', () => {
  const keys = readPublicKeys(PUBLIC);
  expect(keys.map(({ id }) => id)).toEqual(['11D2A19ED502BC1A']);
  expect(verifySignature(CONTENT, SIGNATURE, keys)).toBe('Belfry 1.0.0');
  const other = generateKey();
  expect(verifySignature(CONTENT, SIGNATURE, [other])).toBeUndefined();
  // The same number does not make it the same key.
  expect(verifySignature(CONTENT, SIGNATURE, [{ ...other, id: '11D2A19ED502BC1A' }])).toBeUndefined();
  expect(verifySignature(Buffer.from('abd  belfry.tar.xz\n'), SIGNATURE, keys)).toBeUndefined();
  expect(verifySignature(CONTENT, SIGNATURE.replace('1.0.0', '1.0.1'), keys)).toBeUndefined();
  expect(verifySignature(CONTENT, SIGNATURE.replace('RUQ', 'RWQ'), keys)).toBeUndefined();
  for (let at = 0; at < SIGNATURE.length; at += 20)
    expect(verifySignature(CONTENT, SIGNATURE.slice(0, at), keys)).toBeUndefined();
  for (const text of ['', 'no key', 'untrusted comment: nothing else'])
    expect(verifySignature(CONTENT, text, keys)).toBeUndefined();
});

test('a secret key of minisign signs, also for the next key that a file lists', () => {
  const key = readSecretKey(SECRET, undefined);
  const next = generateKey();
  const keys = readPublicKeys(writePublicKey(next) + writePublicKey(key));
  for (const signer of [key, next])
    expect(verifySignature(CONTENT, signText(CONTENT, signer, 'again'), keys)).toBe('again');
  expect(writePublicKey(key)).toBe(PUBLIC);
  expect(() => readPublicKeys('ssh-ed25519 AAAA')).toThrow('It is not a public key of minisign.');
  expect(() => readSecretKey('-----BEGIN', undefined)).toThrow('It is not a secret key of minisign.');
});

test.skipIf(spawnSync('minisign', ['-v']).error !== undefined)('minisign verifies our signatures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-minisign-'));
  const key = generateKey();
  writeFileSync(join(folder, 'SHA256SUMS'), CONTENT);
  writeFileSync(join(folder, 'SHA256SUMS.minisig'), signText(CONTENT, key, 'Belfry 1.0.0'));
  writeFileSync(join(folder, 'release.pub'), writePublicKey(key));
  const args = ['-V', '-p', 'release.pub', '-m', 'SHA256SUMS'];
  const { status, stdout } = spawnSync('minisign', args, { cwd: folder, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('Trusted comment: Belfry 1.0.0')]);
  rmSync(folder, { recursive: true });
});
