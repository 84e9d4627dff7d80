/**
 * Hashes passwords at a fraction of their real cost, which would be a tenth of what these tests take. Only the site's
 * own parameters get cheaper; hashes made elsewhere are checked as they are. The tests of hashing and of its limits,
 * and all servers and browsers, use the real cost.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const REAL = { memory: 19_456, passes: 2 };
/** The least that Argon2 allows. */
const LIGHT = { memory: 8, passes: 1 };

const { argon2 } = crypto;

// The files of a process run this again.
if (argon2.name !== lightArgon2.name) {
  crypto.argon2 = lightArgon2;
  syncBuiltinESMExports();
}

function lightArgon2(...[algorithm, parameters, callback]: Parameters<typeof argon2>): void {
  const isReal = parameters.memory === REAL.memory && parameters.passes === REAL.passes;
  argon2(algorithm, isReal ? { ...parameters, ...LIGHT } : parameters, callback);
}
