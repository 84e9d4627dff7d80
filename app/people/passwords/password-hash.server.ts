import { type Argon2Parameters, argon2, createHmac, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { isForeignPassword } from './check-foreign.server.ts';
import { decodeForeignHash, methodPrefixOf } from './foreign-hash.ts';
import { HashingBusyError, inHashingQueue } from './hashing-queue.server.ts';

const hashWithArgon2 = promisify(argon2);

// OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;

const PHC =
  /^(\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$)([A-Za-z0-9+/]{16,172})$/;

/** Whose password it is: accounts of one address share a salt that no one else can predict. */
export type Salting = { secret: string; address: string };

/**
 * An argon2id hash as a PHC string. Every account that holds or claims one address uses the address's own salt,
 * so that one hash checks all of them and a login takes the same time however many there are. Costs 19 MiB and tens of
 * milliseconds off the event loop. Throws HashingBusyError.
 */
export async function hashPassword(password: string, salting: Salting): Promise<string> {
  const prefix = prefixFor(salting);
  return prefix + base64(await deriveBy(prefix, password, COST.tagLength));
}

/** Whether the hash has today's parameters. */
export function isCurrent(hash: string, salting: Salting): boolean {
  return hash.startsWith(prefixFor(salting));
}

/**
 * The first of `kept` whose `hash` matches the password. Takes as long as for none, if all have the same parameters.
 * `samples` is one stored hash of each method of other systems that accounts of the site have: each method is computed,
 * whether or not `kept` has one. Hashes of unknown kinds match nothing. Throws HashingBusyError.
 */
export async function findMatch<Kept extends { hash: string }>(
  password: string,
  kept: Kept[],
  { samples, ...salting }: Salting & { samples: readonly string[] },
): Promise<Kept | undefined> {
  const own = await findOwnMatches(password, kept, salting);
  const moved = await findMovedMatch(password, kept, samples);
  return kept.find((each) => own.has(each)) ?? moved;
}

async function findOwnMatches<Kept extends { hash: string }>(
  password: string,
  kept: Kept[],
  salting: Salting,
): Promise<Set<Kept>> {
  const understood = kept.flatMap((each) => {
    const [, prefix, , , , , tag] = PHC.exec(each.hash) ?? [];
    return prefix && tag ? [{ each, prefix, tag: Buffer.from(tag, 'base64') }] : [];
  });
  const prefixes = new Set(understood.map(({ prefix }) => prefix));
  // The address has no account: the same work without a result.
  if (prefixes.size === 0) prefixes.add(prefixFor(salting));
  const found = new Set<Kept>();
  for (const prefix of prefixes) {
    const alike = understood.filter((one) => one.prefix === prefix);
    const length = alike[0]?.tag.length ?? COST.tagLength;
    const derived = await deriveBy(prefix, password, length).catch(rethrowBusy);
    for (const { each, tag } of alike) if (isSame(derived, tag)) found.add(each);
  }
  return found;
}

/**
 * The first of `kept` that has the password's hash as another system made it, after the work that `findMatch` promises.
 * Throws HashingBusyError.
 */
export async function findMovedMatch<Kept extends { hash: string }>(
  password: string,
  kept: Kept[],
  samples: readonly string[],
): Promise<Kept | undefined> {
  const moved = kept.filter(({ hash }) => decodeForeignHash(hash));
  const methods = new Set(moved.map(({ hash }) => methodPrefixOf(hash)));
  const found = new Set<Kept>();
  for (const each of moved) if (await isMoved(password, each.hash)) found.add(each);
  for (const sample of samples) if (!methods.has(methodPrefixOf(sample))) await isMoved(password, sample);
  return moved.find((each) => found.has(each));
}

/** A text that is too long costs the same work and matches none. */
async function isMoved(password: string, hash: string): Promise<boolean> {
  const stored = decodeForeignHash(hash);
  if (!stored) return false;
  const matches = await isForeignPassword(password.slice(0, LONGEST), stored);
  return matches && password.length <= LONGEST;
}

function rethrowBusy(error: unknown): Buffer {
  if (error instanceof HashingBusyError) throw error;
  return Buffer.alloc(0);
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function prefixFor({ secret, address }: Salting): string {
  const { memory, passes, parallelism } = COST;
  const salt = createHmac('sha256', secret).update(`password salt\n${address}`).digest();
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt.subarray(0, SALT_BYTES))}$`;
}

function deriveBy(prefix: string, password: string, tagLength: number): Promise<Buffer> {
  const [, , memory, passes, parallelism, salt = ''] = PHC.exec(`${prefix}${'A'.repeat(16)}`) ?? [];
  return derive({
    message: messageOf(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength,
  });
}

// Twice as many UTF-16 units as the longest allowed password has characters.
const LONGEST = 512;

/** No one's password: no text contains this byte. */
const TOO_LONG = Buffer.from([0xff]);

/**
 * Different keyboards can compose the same password differently. Normalizing a text of a million marks would take
 * minutes, so a text that is too long costs the same work and matches none.
 */
function messageOf(password: string): Buffer {
  return password.length > LONGEST ? TOO_LONG : Buffer.from(password.normalize('NFKC'));
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return inHashingQueue(async () => Buffer.from(await hashWithArgon2('argon2id', parameters)));
}
