/** Members of a Ghost site, from its JSON and from the CSV file of its page Members. */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import {
  type Doubt,
  doubtful,
  FileProblem,
  type Format,
  type Found,
  type FoundSubscriber,
  LeftOutCount,
  type Member,
  MOST_RECORD,
  refused,
} from '#app/moving/formats/format.ts';
import { instantIn, truthIn } from '#app/moving/formats/tables/field-values.ts';
import { isObject, type JsonObject, listIn, textIn } from '#app/sources/formats/json-value.ts';

/** Where the consent of a member was given. */
const CONSENT = 'Moved from Ghost';

export const ghostMembers: Format = {
  name: 'ghost-members',
  label: 'Ghost members',
  recognize: ({ text }) => {
    const header = text.slice(0, text.search(/[\r\n]|$/)).toLowerCase();
    const isOwn = header.includes('consent_source');
    return !isOwn && /(^|,)"?email"?(,|$)/.test(header) && header.includes('subscribed_to_emails');
  },
  read: readMembersFile,
};

async function* readMembersFile(member: Member): AsyncGenerator<Found> {
  const leftOut = new LeftOutCount();
  let row = 1;
  const rows = Readable.from(member.text()).pipe(
    parse({
      columns: true,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MOST_RECORD,
    }),
  );
  try {
    for await (const cells of rows as AsyncIterable<JsonObject>) {
      const place = { file: member.file, record: `row ${++row}` };
      if (textIn(cells.deleted_at)) leftOut.add('deleted members');
      else
        yield readMember(cells, {
          origin: 'ghost',
          place,
          isSubscribed: truthIn(cells.subscribed_to_emails),
        });
    }
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('CSV_')) throw error;
    throw new FileProblem('damaged', `A quotation mark is not closed near row ${row}`);
  }
  yield* leftOut.leftOut();
}

const UNKNOWN_SINCE = 'It is not known since when: the day of the import counts';

type MemberContext = {
  origin: string;
  place: { file: string; record: string };
  /** Whether the file says elsewhere that the member gets a newsletter. */
  isSubscribed?: boolean | undefined;
};

/** A member of either file. Without a word about newsletters they get none. */
export function readMember(row: JsonObject, { origin, place, isSubscribed }: MemberContext): FoundSubscriber {
  const email = (textIn(row.email) ?? '').toLowerCase();
  const at = instantIn(row.created_at ?? undefined, 'UTC');
  const doubts: Doubt[] = [];
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) doubts.push(refused('no-email', 'email', 'It has no email address'));
  if (at === undefined) doubts.push(doubtful('no-consent-date', 'created_at', UNKNOWN_SINCE));
  return {
    kind: 'subscribers',
    ...{ origin, key: email, place, doubts, email },
    state: stateOf(row, isSubscribed),
    consent: { source: CONSENT, at: at ?? Date.now() },
  };
}

function stateOf(row: JsonObject, isSubscribed: boolean | undefined): FoundSubscriber['state'] {
  const suppression = isObject(row.email_suppression) ? row.email_suppression : {};
  if (truthIn(row.email_disabled) === true || truthIn(suppression.suppressed) === true) return 'bounced';
  const given = Array.isArray(row.newsletters) ? listIn(row.newsletters).length > 0 : undefined;
  return (isSubscribed ?? given ?? truthIn(row.subscribed)) === true ? 'active' : 'unsubscribed';
}
