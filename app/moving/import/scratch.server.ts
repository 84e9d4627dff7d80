/** What an import has to remember about its files while it reads them, on disk: memory stays the same for any size. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Doubt, doubtful, type FoundPicture, type FoundUser } from '#app/moving/formats/format.ts';

/** What became of a picture; null as long as it is not known. */
type PictureOutcome = 'moved' | 'skipped' | 'refused';

/** A picture by its address. `picture` is its id in the library. */
export type RecordedPicture = {
  origin: string;
  address: string;
  file: string;
  entry: string | null;
  alt: string;
  caption: string;
  outcome: PictureOutcome | null;
  picture: string | null;
};

const PICTURE = 'origin, address, file, entry, alt, caption, outcome, picture';

type Keyed = { origin: string; kind: string; key: string };

/** A file of SQLite's own without a name, which is gone when it is closed or the process ends. */
export class Scratch {
  #db = new DatabaseSync('');
  #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  constructor() {
    this.#db.exec(`
      pragma journal_mode = off;
      create table seen (origin text, kind text, key text, hash text, primary key (origin, kind, key)) without rowid;
      create table used (kind text, id text, primary key (kind, id)) without rowid;
      create table person (origin text, key text, user text, primary key (origin, key)) without rowid;
      create table named (origin text, key text, address text, primary key (origin, key)) without rowid;
      create table picture (
        origin text, address text primary key, file text, entry text, alt text, caption text, outcome text, picture text,
        tail text
      ) without rowid;
      create index by_tail on picture (tail);
      create index waiting on picture (outcome, address);
      begin`);
  }

  /** Notes a record; the hash of an earlier one with its key, which stays. */
  note({ origin, kind, key }: Keyed, hash: string): string | undefined {
    const added = this.#run('insert or ignore into seen values (?, ?, ?, ?)', origin, kind, key, hash);
    if (added > 0) return undefined;
    const row = this.#get(
      'select hash from seen where origin = ? and kind = ? and key = ?',
      origin,
      kind,
      key,
    );
    return String(row?.hash);
  }

  /** Notes that an item will have this id. False if another one has it. */
  use(kind: string, id: string): boolean {
    return this.#run('insert or ignore into used values (?, ?)', kind, id) > 0;
  }

  notePerson(user: FoundUser): void {
    const known = this.#get('select user from person where origin = ? and key = ?', user.origin, user.key);
    const whole = known ? joinUsers(JSON.parse(String(known.user)), user) : user;
    this.#run('insert or replace into person values (?, ?, ?)', user.origin, user.key, JSON.stringify(whole));
  }

  countPeople(): number {
    return Number(this.#get('select count(*) as n from person')?.n);
  }

  *people(): Generator<FoundUser> {
    for (const { user } of this.#db.prepare('select user from person order by origin, key').iterate())
      yield JSON.parse(String(user));
  }

  /** Notes a picture of the files, or one that an item shows. What is known of it already stays. */
  notePicture(
    picture: Pick<FoundPicture, 'origin' | 'address' | 'alt' | 'caption' | 'entry'>,
    file = '',
  ): void {
    const { origin, address, entry = null, alt = '', caption = '' } = picture;
    this.#run(
      `insert into picture values (?, ?, ?, ?, ?, ?, null, null, ?) on conflict (address) do update set
        entry = coalesce(entry, excluded.entry), file = case when entry is null then excluded.file else file end,
        alt = case alt when '' then excluded.alt else alt end,
        caption = case caption when '' then excluded.caption else caption end`,
      ...[origin, address, file, entry, alt, caption, tailOf(entry ?? address)],
    );
  }

  /** Notes the key by which items name a picture. */
  namePicture({ origin, key, address }: Pick<FoundPicture, 'origin' | 'key' | 'address'>): void {
    this.#run('insert or replace into named values (?, ?, ?)', origin, key, address);
  }

  findPicture(address: string): RecordedPicture | undefined {
    return this.#get(`select ${PICTURE} from picture where address = ?`, address) as
      | RecordedPicture
      | undefined;
  }

  /** The address of the picture with this key. */
  addressOf(origin: string, key: string): string | undefined {
    const row = this.#get('select address from named where origin = ? and key = ?', origin, key);
    return row && String(row.address);
  }

  settlePicture(address: string, outcome: PictureOutcome, picture: string | null = null): void {
    this.#run('update picture set outcome = ?, picture = ? where address = ?', outcome, picture, address);
  }

  /** Pictures of which it is not known what became of them. */
  nextPictures(limit: number): RecordedPicture[] {
    const sql = `select ${PICTURE} from picture where outcome is null limit ?`;
    return this.#prepare(sql).all(limit) as RecordedPicture[];
  }

  /** The pictures that are this file of an archive: their entry or their address ends like its path. */
  findByPath(path: string): RecordedPicture[] {
    const sql = `select ${PICTURE} from picture where tail = ?`;
    return this.#prepare(sql).all(tailOf(path)) as RecordedPicture[];
  }

  countPictures(): Record<PictureOutcome, number> & { found: number } {
    const counts = { found: 0, moved: 0, skipped: 0, refused: 0 };
    for (const { outcome, n } of this.#db
      .prepare('select outcome, count(*) as n from picture group by outcome')
      .all()) {
      counts.found += Number(n);
      if (outcome !== null) counts[outcome as PictureOutcome] += Number(n);
    }
    return counts;
  }

  close(): void {
    this.#db.close();
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  #get(sql: string, ...values: SQLInputValue[]) {
    return this.#prepare(sql).get(...values);
  }
}

/** The last parts of a path or an address, enough to recognize a file: '2024/05/fair.jpg'. */
function tailOf(text: string): string {
  if (/^data:/i.test(text)) return '';
  const path = URL.parse(text, 'http://x/')?.pathname ?? text;
  try {
    return decodeURIComponent(path).split('/').slice(-3).join('/');
  } catch {
    return path.split('/').slice(-3).join('/');
  }
}

/**
 * What two files say about one person. Whose account it is comes from the account alone, never from a profile, which its
 * owner could write: address, password, logins. Of two accounts or two profiles the first one counts, and of both
 * kinds the consent to the newsletter.
 */
function joinUsers(one: FoundUser, other: FoundUser): FoundUser {
  const [first, second] = one.isProfile && !other.isProfile ? [other, one] : [one, other];
  const isProfile = first.isProfile === second.isProfile ? {} : { isProfile: undefined };
  const { newsletterOptIn, consentAt, createdAt } = second;
  const doubts = [...placed(first), ...placed(second), ...otherAddress(first, second)];
  const consent = first.newsletterOptIn === undefined ? { newsletterOptIn, consentAt } : {};
  const { isProfile: _, ...joined } = { ...first, ...consent, doubts };
  const whole: FoundUser = { ...joined, createdAt: first.createdAt ?? createdAt };
  return first.isProfile && second.isProfile ? { ...whole, isProfile: true, ...isProfile } : whole;
}

/** Each doubt with the place of the record that it is about. */
function placed({ doubts, place }: FoundUser): Doubt[] {
  return doubts.map((doubt) => ({ place, ...doubt }));
}

function otherAddress(account: FoundUser, profile: FoundUser): Doubt[] {
  const [one, other] = [account.email, profile.email].map((email) => email?.trim().toLowerCase());
  if (!one || !other || one === other) return [];
  const problem = 'The profile has another address than the account, whose address counts';
  return [doubtful('other-address', 'email', problem)];
}
