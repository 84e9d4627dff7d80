import { z } from 'zod';

// With an RSA key, the longest a passkey has, a credential takes 2 KB.
const LONGEST = 16_384;

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** A base64url id, spelled the same in both fields as WebAuthn requires; at most 1023 bytes. */
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

/** What a browser sends after creating a passkey (RegistrationResponseJSON), with only the fields in use. */
export type NewCredential = z.infer<typeof registration>;

/** What a browser sends after using a passkey (AuthenticationResponseJSON), with only the fields in use. */
export type UsedCredential = z.infer<typeof assertion>;

/** Undefined for text that is not such a credential. */
export function parseNewCredential(text: string): NewCredential | undefined {
  return registration.safeParse(jsonOf(text)).data;
}

/** Undefined for text that is not such a credential. */
export function parseUsedCredential(text: string): UsedCredential | undefined {
  return assertion.safeParse(jsonOf(text)).data;
}

/** The challenge that the browser says it received; empty when it names none. */
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
