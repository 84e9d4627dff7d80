/**
 * Hashes passwords, and derives keys from the passphrases of backups, at a fraction of their real cost, which would be
 * a fifth of what these tests take. Only the site's own parameters get cheaper; hashes and files made elsewhere are
 * checked as they are. The tests of hashing, of encryption and of their limits, and all servers and browsers, use the
 * real cost.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { Encrypter } from 'age-encryption';

const REAL = { memory: 19_456, passes: 2 };
/** The least that Argon2 allows. */
const LIGHT = { memory: 8, passes: 1 };
/** Of scrypt: 2^10. */
const LIGHT_WORK_FACTOR = 10;

const { argon2 } = crypto;
const { setScryptWorkFactor } = Encrypter.prototype;

// The files of a process run this again.
if (argon2.name !== lightArgon2.name) {
  crypto.argon2 = lightArgon2;
  syncBuiltinESMExports();
  Encrypter.prototype.setScryptWorkFactor = function light() {
    setScryptWorkFactor.call(this, LIGHT_WORK_FACTOR);
  };
}

function lightArgon2(...[algorithm, parameters, callback]: Parameters<typeof argon2>): void {
  const isReal = parameters.memory === REAL.memory && parameters.passes === REAL.passes;
  argon2(algorithm, isReal ? { ...parameters, ...LIGHT } : parameters, callback);
}
