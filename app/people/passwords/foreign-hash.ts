/**
 * Stored passwords of other systems, as the `password` table keeps them until their owner's first login: Firebase's
 * modified scrypt, phpass (WordPress before 6.8, phpBB), bcrypt (Ghost and others) and WordPress 6.8. This file reads
 * and writes their text; `check-foreign.server.ts` computes them. Parameters that would cost more than a login may are
 * refused, when such a hash is imported and when it is read.
 */

/** What Firebase's console shows as "Password hash parameters". `signerKey` and `saltSeparator` are bytes in base64. */
export type HashConfig = { signerKey: string; saltSeparator: string; rounds: number; memCost: number };

export type ForeignHash =
  | {
      kind: 'firebase-scrypt';
      memCost: number;
      rounds: number;
      salt: Buffer;
      separator: Buffer;
      signer: Buffer;
      tag: Buffer;
    }
  /** `setting` is everything before the tag: '$P$BIRXVj9ME'. */
  | { kind: 'phpass'; cost: number; setting: string; tag: string }
  /** `hash` begins with '$2b$'. `isWordPress`: of the password's HMAC, as WordPress 6.8 does. */
  | { kind: 'bcrypt'; cost: number; hash: string; isWordPress: boolean };

/** 32 MiB for Firebase, a third of a second for the others. Firebase itself allows 14 and 8. */
const MOST = { memCost: 15, rounds: 8, phpass: 17, bcrypt: 14 };
const MOST_BYTES = 128;

const BASE64 = '[A-Za-z0-9+/]{0,172}';
const FIREBASE = new RegExp(
  String.raw`^(\$firebase-scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=1\$)(${BASE64})\$(${BASE64})\$(${BASE64})\$(${BASE64})$`,
);
/** The digits of phpass. */
export const ITOA64 = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PHPASS = /^((\$[PH]\$[./0-9A-Za-z])[./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/;
const BCRYPT = /^((?:\$wp)?\$2[aby]\$(\d\d)\$)([./0-9A-Za-z]{53})$/;

/** Undefined for anything else, such as argon2id, and for parameters that cost too much. */
export function decodeForeignHash(stored: string): ForeignHash | undefined {
  return decodeFirebase(stored) ?? decodePhpass(stored) ?? decodeBcrypt(stored);
}

function decodeFirebase(stored: string): ForeignHash | undefined {
  const [, , ln, r, ...parts] = FIREBASE.exec(stored) ?? [];
  const [salt, separator, signer, tag] = parts.map((part) => Buffer.from(part, 'base64'));
  const [memCost, rounds] = [Number(ln), Number(r)];
  if (!salt || !separator || !signer || !tag || !isFirebaseCost({ memCost, rounds })) return undefined;
  if (signer.length === 0 || signer.length !== tag.length) return undefined;
  return { kind: 'firebase-scrypt', memCost, rounds, salt, separator, signer, tag };
}

function isFirebaseCost({ memCost, rounds }: { memCost: number; rounds: number }): boolean {
  return memCost >= 1 && memCost <= MOST.memCost && rounds >= 1 && rounds <= MOST.rounds;
}

function decodePhpass(stored: string): ForeignHash | undefined {
  const [, setting = '', identity = '', tag = ''] = PHPASS.exec(stored) ?? [];
  const cost = ITOA64.indexOf(identity[3] ?? '-');
  if (cost < 7 || cost > MOST.phpass) return undefined;
  return { kind: 'phpass', cost, setting, tag };
}

function decodeBcrypt(stored: string): ForeignHash | undefined {
  const [, prefix = '', digits, rest = ''] = BCRYPT.exec(stored) ?? [];
  const cost = Number(digits);
  if (!(cost >= 4 && cost <= MOST.bcrypt)) return undefined;
  return { kind: 'bcrypt', cost, hash: `$2b$${digits}$${rest}`, isWordPress: prefix.startsWith('$wp') };
}

/**
 * The part of a stored hash that all hashes of its method begin with: '$2y$10$'. Undefined for what is not a hash of
 * another system.
 */
export function methodPrefixOf(stored: string): string | undefined {
  if (!decodeForeignHash(stored)) return undefined;
  return FIREBASE.exec(stored)?.[1] ?? PHPASS.exec(stored)?.[2] ?? BCRYPT.exec(stored)?.[1];
}

/**
 * The stored form of a hash as another system exports it: phpass ('$P$…', '$H$…'), bcrypt ('$2a$…', '$2b$…', '$2y$…')
 * or WordPress 6.8 ('$wp$2y$…'). Undefined for all others, and for parameters that cost too much.
 */
export function foreignHashOf(exported: string): string | undefined {
  const text = exported.trim();
  return decodePhpass(text) || decodeBcrypt(text) ? text : undefined;
}

/**
 * The stored form of a hash of a Firebase Auth export. `passwordHash` and `salt` are base64 as in the file, plain or for
 * URLs. Undefined when one of them is missing or broken, or the parameters cost too much.
 */
export function firebaseHashOf(
  { passwordHash, salt }: { passwordHash: string; salt: string },
  { signerKey, saltSeparator, rounds, memCost }: HashConfig,
): string | undefined {
  const parts = [salt, saltSeparator, signerKey, passwordHash].map(plainBase64);
  if (parts.some((part) => part === undefined)) return undefined;
  const stored = `$firebase-scrypt$ln=${memCost},r=${rounds},p=1$${parts.join('$')}`;
  return decodeForeignHash(stored) && stored;
}

/** Without padding. Undefined when it is not base64. */
function plainBase64(text: string): string | undefined {
  const plain = text.trim().replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const bytes = Buffer.from(plain, 'base64');
  const isSame = bytes.toString('base64').replace(/=+$/, '') === plain;
  return isSame && bytes.length <= MOST_BYTES ? plain : undefined;
}

const PARAMETER =
  /(?:--([a-z-]{1,40})(?:\s{0,9}=\s{0,9}|\s{1,9})|"?(\w{1,40})"?\s{0,9}[:=]\s{0,9})"?([A-Za-z0-9+/=_-]*)"?/g;

/** Names of the parameters in firebase-tools' flags and in the responses of the Identity Toolkit API. */
const OTHER_NAMES: Record<string, string> = {
  hash_algo: 'algorithm',
  hash_key: 'base64_signer_key',
  salt_separator: 'base64_salt_separator',
  signerKey: 'base64_signer_key',
  saltSeparator: 'base64_salt_separator',
  memoryCost: 'mem_cost',
  memCost: 'mem_cost',
};

/**
 * The parameters in a text as Firebase's console shows it, as JSON with the same names or those of its API, or as flags
 * of `firebase auth:import` ('--hash-algo=SCRYPT --hash-key=…'). The problem is a sentence.
 */
export function parseHashConfig(text: string): HashConfig | { problem: string } {
  const found = new Map<string, string>();
  for (const [, flag, key = '', value = ''] of text.slice(0, 20_000).matchAll(PARAMETER)) {
    const name = flag?.replaceAll('-', '_') ?? key;
    found.set(OTHER_NAMES[name] ?? name, value);
  }
  const algorithm = found.get('algorithm')?.toUpperCase();
  if (algorithm !== 'SCRYPT')
    return {
      problem: algorithm
        ? `The hash algorithm is ${algorithm}. Only Firebase's own, SCRYPT, can be imported.`
        : 'This is not what the Firebase console shows as password hash parameters: "algorithm" is missing.',
    };
  const config = {
    signerKey: found.get('base64_signer_key') ?? '',
    saltSeparator: found.get('base64_salt_separator') ?? '',
    rounds: Number(found.get('rounds')),
    memCost: Number(found.get('mem_cost')),
  };
  if (!config.signerKey || !plainBase64(config.signerKey))
    return { problem: 'base64_signer_key is missing or not base64.' };
  if (plainBase64(config.saltSeparator) === undefined)
    return { problem: 'base64_salt_separator is not base64.' };
  if (!isFirebaseCost(config))
    return {
      problem: `rounds must be 1 to ${MOST.rounds}, and mem_cost 1 to ${MOST.memCost}.`,
    };
  return config;
}
