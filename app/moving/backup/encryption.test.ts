import { expect } from 'vitest';
import { longTest } from '../../../tests/long-test.ts';
import { decrypted, encrypted, prepareEncryption } from './encryption.server.ts';

const PASSPHRASE = 'granite lantern orchard wicker thaw';

longTest(
  'a passphrase becomes a key by scrypt with 2^17 rounds, and only this passphrase opens the file',
  async () => {
    const encryption = await prepareEncryption({ passphrase: PASSPHRASE });
    const open = (bytes: Uint8Array<ArrayBuffer>, passphrase: string) =>
      decrypted(new Blob([bytes]).stream(), 'town.belfry', { passphrase });
    const file = await new Response(await encrypted(new Blob(['the town']).stream(), encryption)).bytes();
    expect(Buffer.from(file).toString('latin1')).toMatch(
      /^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} 17\n/,
    );
    expect(await new Response(await open(file, PASSPHRASE)).text()).toBe('the town');
    await expect(open(file, 'another passphrase of five words')).rejects.toThrow(
      'town.belfry cannot be opened with this passphrase or key. Nothing was changed.',
    );
  },
);
