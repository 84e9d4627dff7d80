import { expect, test } from 'vitest';
import {
  decodeForeignHash,
  firebaseHashOf,
  foreignHashOf,
  methodPrefixOf,
  parseHashConfig,
} from './foreign-hash.ts';

// The published parameters and test vector of github.com/firebase/scrypt.
const config = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 14,
};
const anna = {
  passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
};
const stored =
  '$firebase-scrypt$ln=14,r=8,p=1$42xEC+ixf3L2lw$Bw$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ';

test('A hash of a Firebase export is stored as one text with its parameters', () => {
  expect(firebaseHashOf(anna, config)).toBe(stored);
  const forUrls = {
    passwordHash: anna.passwordHash.replaceAll('/', '_').replaceAll('+', '-'),
    salt: anna.salt.replaceAll('+', '-'),
  };
  expect(firebaseHashOf(forUrls, config)).toBe(stored);
  expect(decodeForeignHash(stored)).toMatchObject({ kind: 'firebase-scrypt', memCost: 14, rounds: 8 });
  expect(methodPrefixOf(stored)).toBe('$firebase-scrypt$ln=14,r=8,p=1$');
});

test('The hash parameters are read as the console shows them and as JSON', () => {
  const shown = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: ${config.signerKey},
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`;
  expect(parseHashConfig(shown)).toEqual(config);
  const json = {
    algorithm: 'SCRYPT',
    base64_signer_key: config.signerKey,
    base64_salt_separator: 'Bw==',
    rounds: 8,
    mem_cost: 14,
  };
  expect(parseHashConfig(JSON.stringify(json, null, 2))).toEqual(config);
  expect(parseHashConfig(JSON.stringify({ hash_config: json }))).toEqual(config);
  const { signerKey, saltSeparator } = config;
  const api = {
    signIn: { hashConfig: { algorithm: 'SCRYPT', signerKey, saltSeparator, rounds: 8, memoryCost: 14 } },
  };
  expect(parseHashConfig(JSON.stringify(api))).toEqual(config);
  const flags = `--hash-algo=SCRYPT --hash-key=${signerKey} --salt-separator ${saltSeparator} --rounds=8 --mem-cost=14`;
  expect(parseHashConfig(`firebase auth:import users.json ${flags} --project x`)).toEqual(config);
});

test('Hash parameters that can’t be right are refused with the reason', () => {
  const shown = (changes: Record<string, unknown>) =>
    JSON.stringify({
      algorithm: 'SCRYPT',
      base64_signer_key: config.signerKey,
      base64_salt_separator: 'Bw==',
      rounds: 8,
      mem_cost: 14,
      ...changes,
    });
  for (const [text, problem] of [
    ['', '"algorithm" is missing'],
    [shown({ algorithm: 'HMAC_SHA256' }), 'HMAC_SHA256'],
    [shown({ base64_signer_key: '' }), 'base64_signer_key'],
    [shown({ base64_salt_separator: 'B' }), 'base64_salt_separator'],
    [shown({ mem_cost: 30 }), 'mem_cost'],
    [shown({ rounds: 0 }), 'rounds'],
  ] as const)
    expect(parseHashConfig(text)).toEqual({ problem: expect.stringContaining(problem) });
});

test('Hashes of WordPress, phpBB and Ghost are stored as they are', () => {
  for (const [hash, prefix] of [
    ['$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', '$P$9'],
    ['$H$984478476IagS59wHZvyQMArzfx58u.', '$H$9'],
    ['$2y$05$ersy2b7QCdXRz7D9hc2Z.OYQEqW9cmKNMYEFVVsr9ItKhZ0UfxGO6', '$2y$05$'],
    ['$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', '$2a$10$'],
    ['$wp$2y$05$2Xicd4vk11AGfkrweF3NDeHyd8BBsmAZgwDY9kqJ5ZE12Mdb04MYu', '$wp$2y$05$'],
  ] as const) {
    expect(foreignHashOf(` ${hash}\n`)).toBe(hash);
    expect(methodPrefixOf(hash)).toBe(prefix);
  }
});

test('R-02: hashes that are broken or would cost too much are refused', () => {
  for (const hash of [
    '',
    'plain text',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '$2y$31$ersy2b7QCdXRz7D9hc2Z.OYQEqW9cmKNMYEFVVsr9ItKhZ0UfxGO6',
    '$2y$15$ersy2b7QCdXRz7D9hc2Z.OYQEqW9cmKNMYEFVVsr9ItKhZ0UfxGO6',
    '$2y$03$ersy2b7QCdXRz7D9hc2Z.OYQEqW9cmKNMYEFVVsr9ItKhZ0UfxGO6',
    '$2y$05$ersy2b7QCdXRz7D9hc2Z.OYQEqW9cmKNMYEFVVsr9ItKhZ0UfxG',
    '$P$zIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
    '$P$.IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
    '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ])
    expect([hash, foreignHashOf(hash), decodeForeignHash(hash)]).toEqual([hash, undefined, undefined]);
  for (const broken of [
    stored.replace('ln=14', 'ln=30'),
    stored.replace('r=8', 'r=99'),
    stored.replace('ln=14', 'ln=0'),
    stored.slice(0, -4),
    `${stored}${'A'.repeat(400)}`,
  ])
    expect(decodeForeignHash(broken)).toBeUndefined();
  expect(firebaseHashOf(anna, { ...config, memCost: 30 })).toBeUndefined();
  expect(firebaseHashOf({ ...anna, salt: 'not base64!' }, config)).toBeUndefined();
  expect(firebaseHashOf({ ...anna, passwordHash: '' }, config)).toBeUndefined();
});
