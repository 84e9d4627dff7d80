import type { Poll, PollInput } from '#app/polls/poll.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import type { TestSite, TestSiteOptions } from './open-site.ts';

export const NOW = Date.parse('2026-11-20T22:00:00Z');

export const JUNE = 'june@example.org';

export async function seed({ write }: TestSite, changes: Partial<PollInput> = {}): Promise<Poll> {
  const input = { id: 'rink', title: 'Rink?', description: 'Why we ask.', options: ['Yes', 'No', 'Later'] };
  const outcome = await savePoll(write, { ...input, ...changes }, { now: NOW });
  if (outcome.kind !== 'saved') throw new Error(outcome.kind);
  return outcome.item;
}

/** A member with a verified address. */
export async function verified(site: TestSite, email = JUNE): Promise<Record<string, string>> {
  const headers = await site.asMember(email);
  const { userId } = await site.write
    .selectFrom('address_claim')
    .select('userId')
    .where('address', '=', email)
    .executeTakeFirstOrThrow();
  await site.write.deleteFrom('address_claim').where('userId', '=', userId).execute();
  await site.write.insertInto('verified_address').values({ address: email, userId, provedAt: NOW }).execute();
  return headers;
}

export function idOf(poll: Poll, place: number): string {
  return poll.options[place]?.id ?? '';
}

export async function call(
  site: TestSite,
  option: unknown,
  headers: Record<string, string> = {},
  id = 'rink',
) {
  const response = await site.fetch(`/api/v1/polls/${id}/votes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.origin, ...headers },
    body: JSON.stringify({ option }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the answer is what is looked at
  return { status: response.status, headers: response.headers, json: (await response.json()) as any };
}

export function clock(start: number): TestSiteOptions & { at: number } {
  const options = { at: start, now: () => options.at };
  return options;
}
