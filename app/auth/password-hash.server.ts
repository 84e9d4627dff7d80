import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';

// OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,172})$/;

/** An argon2id hash with a salt of its own, as a PHC string. Costs 19 MiB and tens of milliseconds off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive({ ...COST, message: bytesOf(password), nonce });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Whether `hash` was made from `password`. A hash of another kind answers false. Never throws. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const found = PHC.exec(hash);
  if (!found) return false;
  const [, memory, passes, parallelism, salt = '', expected = ''] = found;
  const tag = Buffer.from(expected, 'base64');
  const derived = await derive({
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  }).catch(() => Buffer.alloc(0));
  return derived.length === tag.length && timingSafeEqual(derived, tag);
}

/** The same password typed on different keyboards may be composed differently. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'));
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Hashing fills a processor and 19 MiB: the rest of the site must keep breathing. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function derive(parameters: Argon2Parameters): Promise<Buffer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await new Promise((resolve, reject) => {
      argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(Buffer.from(tag))));
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
