/** Takes what a reader sent with the form. */
import type { RouterContextProvider } from 'react-router';
import type { Caller } from '#app/people/auth-context.server.ts';
import { requestContextKey } from '#app/people/request/context.ts';
import { takeMailTries } from '#app/people/sign-in/mail-limits.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { FieldProblems } from '#app/platform/forms/field-spec.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { addPicture, type Upload } from '#app/platform/media/add-picture.server.ts';
import { hidePicture } from '#app/platform/media/hidden-picture.server.ts';
import { findPicture } from '#app/platform/media/picture-store.server.ts';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
import { correctPath } from '#app/sources/reports/report-paths.ts';
import { countPublicForm, senderKeyOf } from './form-guard.server.ts';
import { listPossibleDuplicates } from './possible-duplicates.server.ts';
import { publishIfTrusted } from './publish-trusted.server.ts';
import { type ReadContext, readSuggestion } from './read-suggestion.server.ts';
import type { SuggestionKind, SuggestionValues } from './suggestion-fields.ts';
import { receivedLetter } from './suggestion-letters.ts';
import { addSuggestion, findByToken, isBlocked, type Suggestion } from './suggestion-store.server.ts';

/** An item on the site, as its list would name it. At `correct`, readers say what is wrong with it. */
export type SimilarItem = { title: string; href: string; about: string; correct: string };

type Args = { context: Readonly<RouterContextProvider> };

/**
 * `path` is the private link. `mailedTo` is the address that gets it; null without one, or when too many emails were sent.
 * `isPublished`: its sender is trusted.
 */
export type SendOutcome =
  | { kind: 'sent'; title: string; path: string; mailedTo: string | null; isPublished: boolean }
  | { kind: 'problems'; problems: FieldProblems }
  /** These are on the site already: the sender says whether it is one of them, and chooses the picture again. */
  | { kind: 'similar'; similar: SimilarItem[]; hadPicture: boolean }
  | { kind: 'slowed'; waitMs: number }
  | { kind: 'known' }
  | { kind: 'blocked' }
  | { kind: 'full' };

type Sent = {
  kind: SuggestionKind;
  values: SuggestionValues;
  token: string;
  /** The sender has seen what may be the same. */
  isDifferent: boolean;
  /** It is sent without its picture. */
  isPlain: boolean;
  /** The private link that the form was opened from, without '/submit/'; '' without one. */
  by: string;
  caller: Caller;
};

/** Checks what was typed, counts it against the limits, keeps the picture hidden, and puts all of it into the inbox. */
export async function sendSuggestion(args: Args, sent: Sent): Promise<SendOutcome> {
  const { kind, values, token: formToken, isDifferent, isPlain, by, caller } = sent;
  const requestContext = args.context.get(requestContextKey);
  const { services, collections, town, now, uploads } = requestContext;
  const { auth, write, settings } = services;
  const context: ReadContext = { collections, town, siteUrl: settings.url, now };
  const read = readSuggestion(kind, values, context);
  const email = values.from.trim() === '' ? null : parseEmailAddress(values.from);
  const problems: FieldProblems = {
    ...read.problems,
    ...(email === undefined ? { from: 'Enter an email address, such as june@example.org' } : {}),
    ...(isPlain ? {} : pictureProblemOf(requestContext)),
  };
  if (!read.suggestion || email === undefined || Object.keys(problems).length > 0)
    return { kind: 'problems', problems };
  const upload = isPlain ? undefined : uploads.find(({ field }) => field === 'picture');
  const similar = await listPossibleDuplicates(write, read.suggestion, context);
  const shown = similar.flatMap(({ title, shown: found, ...place }) =>
    found ? [{ title, ...found, correct: correctPath(place) }] : [],
  );
  if (shown.length > 0 && !isDifferent)
    return { kind: 'similar', similar: shown, hadPicture: upload !== undefined };
  const known = await findConfirmed(write, auth.secret, by);
  // Otherwise only the address counts.
  if (known && (await isBlocked(write, [senderKeyOf(args)], requestContext.now))) return { kind: 'blocked' };
  const waitMs = await countPublicForm(args, { token: formToken, withFile: upload !== undefined });
  if (waitMs > 0) return { kind: 'slowed', waitMs };
  const picture = upload ? await addHiddenPicture(args, upload, values.alt) : null;
  if (picture && 'problem' in picture) return { kind: 'problems', problems: { picture: picture.problem } };
  const { suggestion } = read;
  const input = picture ? { ...suggestion.input, picture: picture.id } : suggestion.input;
  const added = await addSuggestion(write, {
    suggestion: { ...suggestion, input },
    picture: picture?.id ?? null,
    ...(known ?? {
      sender: senderKeyOf(args),
      email,
      emailHash: email && keyedHash(auth.secret, 'sender address', email),
    }),
    via: 'form',
    similar: similar.map(({ collection, id, title }) => ({ collection, id, title })),
    now,
  });
  if (added.kind !== 'added') return added;
  const { id, token } = added;
  const { title } = suggestion;
  if (known) {
    const isPublished = await publishIfTrusted({ ...context, write }, { id, input: JSON.stringify(input) });
    const path = emailedPathOf(auth.secret, { id, token, email: known.email });
    return { kind: 'sent', title, path, mailedTo: null, isPublished };
  }
  const mailedTo = email && (await mailLink(args, { id, token, email, title, caller }));
  return { kind: 'sent', title, path: `/submit/${token}`, mailedTo, isPublished: false };
}

/** The sender at an emailed private link whose address was confirmed; undefined for any other link. */
async function findConfirmed(db: WriteDb, secret: string, by: string) {
  const [token = '', code = ''] = by.split(CONFIRM);
  const own = token === '' ? undefined : await findByToken(db, token);
  if (!own || own.confirmedAt === null || !isEmailed(secret, own, code)) return undefined;
  const { sender, email, emailHash, confirmedAt } = own;
  return { sender, email, emailHash, confirmedAt };
}

/** Why the picture that was chosen did not arrive. */
function pictureProblemOf({
  skippedFiles,
}: {
  skippedFiles: readonly { field: string; refusal: { sentence: string } }[];
}): FieldProblems {
  const [skipped] = skippedFiles;
  return skipped ? { picture: skipped.refusal.sentence } : {};
}

const MOST_ALT = 300;

async function addHiddenPicture(
  { context }: Args,
  upload: Upload,
  alt: string,
): Promise<{ id: string } | { problem: string }> {
  const { services, now } = context.get(requestContextKey);
  const { media, write: db } = services;
  const id = upload.hash.slice(0, 32);
  // Hidden before anyone can have it.
  if (!(await findPicture(db, id))) await hidePicture(db, id, now);
  const words = { alt: alt.trim().slice(0, MOST_ALT).toWellFormed() || null };
  const added = await addPicture(upload, { media, db, now, words });
  return added.refusal ? { problem: added.refusal.sentence } : { id: added.picture.id };
}

type Mailed = { id: string; token: string; email: string; title: string; caller: Caller };

/** Emails the private link, counted with all emails that strangers can trigger. */
async function mailLink(
  { context }: Args,
  { id, token, email, title, caller }: Mailed,
): Promise<string | null> {
  const { services, town, now } = context.get(requestContextKey);
  const { auth, write, settings } = services;
  if ((await takeMailTries(write, auth, email, caller)) > 0) return null;
  const url = settings.url + emailedPathOf(auth.secret, { id, token, email });
  await queueMail(write, receivedLetter(email, { title, url, site: town.title }), now, `suggestion ${id}`);
  return email;
}

const CONFIRM = '?confirm=';

type Link = { id: string; token: string; email: string };

/** The private link as the address gets it. The page after the form shows it without the code. */
function emailedPathOf(secret: string, { id, token, email }: Link): string {
  return `/submit/${token}${CONFIRM}${confirmationOf(secret, id, email)}`;
}

function confirmationOf(secret: string, id: string, email: string): string {
  return keyedHash(secret, 'suggestion address', `${id} ${email}`);
}

/** Whether the code is the one that only the emailed link has: the visitor reads the emails of the address. */
export function isEmailed<T extends Pick<Suggestion, 'id' | 'email'>>(
  secret: string,
  own: T,
  code: string,
): own is T & { email: string } {
  return own.email !== null && code === confirmationOf(secret, own.id, own.email);
}
