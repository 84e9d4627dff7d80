/** Addresses of sources as they are sent: what they lead to, and whether they may be fetched. */
import type { RouterContextProvider } from 'react-router';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import { type Finding, type FoundFeed, findFeeds } from '#app/sources/formats/find-feed.server.ts';
import { type SourceInput, sourceAddressOf } from '#app/sources/source.ts';
import { recommend } from './recommend.ts';
import { outboundOf, refusedAddress } from './refused-address.server.ts';

type Args = { context: Readonly<RouterContextProvider>; request: Request };

/** The feeds behind an address, with all times in `zone` if that is not null. */
export function findBehind(args: Args, address: string, zone: string | null): Promise<Finding> {
  const { town, now } = readContext(args);
  const { services } = args.context.get(requestContextKey);
  return findFeeds(
    {
      ...{ outbound: outboundOf(services), zone: zone ?? town.timeZone, isZoneForced: zone !== null, now },
      signal: args.request.signal,
    },
    address,
  );
}

/** `fitting`: what is recommended for another address than the one that was sent. */
type Meant =
  | { address: string; fitting: { name: string | null; feeds: string } | undefined; refusal?: undefined }
  | { address?: undefined; fitting?: undefined; refusal: Response };

/**
 * What a program means by an address: the source there, or the only feed behind it; otherwise 422 with what was found.
 * Where no server sends a document at the moment, it is the address itself.
 */
export async function findMeant(
  args: Args,
  sent: string,
  { address, zone }: Pick<SourceInput, 'address' | 'zone'>,
): Promise<Meant> {
  const { found, problem, isUnread } = await findBehind(args, sent, zone);
  if (isUnread || found.some((feed) => feed.address === address)) return { address, fitting: undefined };
  const [only, ...others] = found;
  if (!only || others.length > 0)
    return {
      refusal: refuseAddress(problem ?? 'This page leads to several sources. Send one of them', found),
    };
  const { name, feeds } = recommend(only);
  return { address: only.address, fitting: { name: name.slice(0, 200) || null, feeds } };
}

/** 422; `found` names the addresses to choose from. */
export function refuseAddress(message: string, found: FoundFeed[] = []): Response {
  const more = found.length > 0 ? { found: found.map(factsOf) } : undefined;
  return problemResponse(422, { detail: message, errors: [{ field: 'address', message }], more });
}

/** A feed that was found, as the API lists it. */
export function factsOf({ address, source }: FoundFeed) {
  const { title, format, items, occurrences } = source;
  return { address, name: title, format, items: items.length, dates: occurrences.length };
}

/**
 * What an editor typed as the address of a source, with the scheme that works if it begins with `webcal:`. `problem` is a
 * message for an address that is never fetched.
 */
export async function readTyped(
  args: Args,
  typed: string,
  zone: string | null,
): Promise<{ address: string; problem?: undefined } | { address?: undefined; problem: string }> {
  const { found } = /^\s*webcal:/i.test(typed) ? await findBehind(args, typed, zone) : { found: [] };
  const address = found[0]?.address ?? typed;
  const { services } = args.context.get(requestContextKey);
  const problem = await refusedAddress(services, sourceAddressOf(address));
  return problem === undefined ? { address } : { problem };
}
