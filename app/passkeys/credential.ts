import { z } from 'zod';

// Of an RSA key, the longest a passkey has, a credential takes 2 KB.
const LONGEST = 16_384;

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** A base64url id that both fields spell alike, as WebAuthn has it; 1023 bytes at most. */
const named = {
  id: base64url.max(1364),
  rawId: base64url.max(1364),
  type: z.literal('public-key'),
};

const registration = z.object({
  ...named,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(8)
      .optional(),
  }),
});

const assertion = z.object({
  ...named,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

/** What a browser sends after it has made a passkey (RegistrationResponseJSON), with what is used of it alone. */
export type NewCredential = z.infer<typeof registration>;

/** What a browser sends after somebody has used a passkey (AuthenticationResponseJSON), with what is used of it alone. */
export type UsedCredential = z.infer<typeof assertion>;

/** Undefined for text that is no such credential. */
export function parseNewCredential(text: string): NewCredential | undefined {
  return registration.safeParse(jsonOf(text)).data;
}

/** Undefined for text that is no such credential. */
export function parseUsedCredential(text: string): UsedCredential | undefined {
  return assertion.safeParse(jsonOf(text)).data;
}

/** The challenge that the browser says it was given; empty when it names none. */
export function challengeOf({ response }: NewCredential | UsedCredential): string {
  const client = jsonOf(Buffer.from(response.clientDataJSON, 'base64url').toString());
  return z.object({ challenge: base64url }).safeParse(client).data?.challenge ?? '';
}

function jsonOf(text: string): unknown {
  if (text.length > LONGEST) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
