/** A client that sends random calls about a few items, by API and with forms, and records the responses. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Pseudorandom } from '../commands/sample-town/pseudorandom.ts';
import { type Form, formIn } from '../tests/form-in.ts';
import { until } from '../tests/until.ts';
import { NotSent, type Question, type Reply } from './ask.ts';
import type { Call, Operation, Result } from './model.ts';
import { ADMIN, type Subject } from './subject.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** A response that contains this says nothing about the item: it was not even tried. */
const BUSY = new Set([429, 503, 507]);

type Seen = NonNullable<Result['seen']>;

export type ClientOptions = { name: string; items: string[]; pick: Pseudorandom };

/** How often each kind of call is made, of 100. */
const SHARES: [Call['kind'], number][] = [
  ['read', 14],
  ['visit', 6],
  ['open', 6],
  ['put', 16],
  ['create', 4],
  ['patch', 16],
  ['delete', 6],
  ['restore', 6],
  ['save', 13],
  ['autosave', 13],
];

/** Logs in at a node, and returns the cookie. */
export async function logIn(subject: Subject): Promise<string> {
  const reply = await subject.ask({
    method: 'POST',
    path: '/login',
    headers: { 'Content-Type': FORM_TYPE, Origin: subject.url },
    body: new URLSearchParams(ADMIN).toString(),
  });
  const cookies = [reply.headers['set-cookie'] ?? []].flat() as string[];
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

/** A node of the site, and a session there. */
export type Node = { subject: Subject; cookie: string };

export class ModelClient {
  readonly operations = new Map<string, Operation[]>();
  readonly strange: string[] = [];
  refused = 0;
  readonly #node: Node;
  readonly #options: ClientOptions;
  /** The tag of each item and its open form, as this client has last seen them. */
  readonly #tags = new Map<string, string>();
  readonly #forms = new Map<string, Form>();
  #writes = 0;

  constructor(node: Node, options: ClientOptions) {
    this.#node = node;
    this.#options = options;
  }

  /** Makes that number of calls, one after the other. */
  async run(calls: number): Promise<void> {
    const { items, pick } = this.#options;
    for (let turn = 0; turn < calls; turn++) {
      const id = items[pick(items.length)] as string;
      const chance = pick(100);
      const isConditional = pick(2) === 0;
      const seconds = pick(3);
      const kind = kindAt(chance);
      if (kind === 'save' || kind === 'autosave') await this.#sendForm(id, kind);
      else await this.#call(id, this.#plan(id, kind, { isConditional, seconds }));
    }
  }

  /** Reads the item once more, as the last call about it. */
  read(id: string): Promise<void> {
    return this.#call(id, { kind: 'read' });
  }

  /** Writes the item once more, so that its versions can be read. */
  put(id: string): Promise<void> {
    return this.#call(id, { kind: 'put', publication: 'published' });
  }

  #plan(id: string, kind: Call['kind'], random: { isConditional: boolean; seconds: number }): Call {
    const match = random.isConditional ? this.#tags.get(id) : undefined;
    if (kind === 'patch' || kind === 'delete') return { kind, match };
    if (kind !== 'put') return { kind } as Call;
    const publications = ['published', 'scheduled', 'draft'] as const;
    const publication = publications[random.seconds] ?? 'published';
    if (publication !== 'scheduled') return { kind, publication, match };
    return { kind, publication, at: Date.now() + 500 + this.#options.pick(1500), match };
  }

  /** Sends the form that this client has open; opens it first if there is none, or the one of a new item. */
  async #sendForm(id: string, kind: 'save' | 'autosave'): Promise<void> {
    if (!this.#forms.has(id)) await this.#call(id, { kind: 'open' });
    const form = this.#forms.get(id);
    if (!form) return;
    const { version = '0', publication = 'published' } = form;
    const draft = form.draft || '0';
    await this.#call(
      id,
      kind === 'save'
        ? { kind, version, draft, publication: publication as 'published' }
        : { kind, version, draft },
    );
  }

  async #call(id: string, call: Call): Promise<void> {
    const write = `${this.#options.name}-${++this.#writes}`;
    const form = this.#forms.get(id);
    if (call.kind === 'save') this.#forms.delete(id);
    const { subject, cookie } = this.#node;
    const question = questionOf(subject, cookie, { id, call, write, form });
    const from = now();
    try {
      const reply = await askOnceUp(subject, question);
      const result = this.#resultOf(id, call, reply);
      if (result === 'refused') {
        this.refused++;
        this.#forms.delete(id);
        await wait(20);
      } else this.#record(id, { write, call, from, until: now(), ...(result ? { result } : {}) });
    } catch {
      this.#forms.delete(id);
      this.#record(id, { write, call, from, until: Number.POSITIVE_INFINITY });
    }
  }

  #record(id: string, operation: Operation): void {
    const isReading = ['read', 'visit', 'open'].includes(operation.call.kind);
    if (isReading && !operation.result) return;
    this.operations.set(id, [...(this.operations.get(id) ?? []), operation]);
  }

  /** Undefined where the site doesn't know itself whether it was saved. */
  #resultOf(id: string, call: Call, reply: Reply): Result | 'refused' | undefined {
    const { status, headers, body } = reply;
    if (/know whether this was saved/.test(body)) return undefined;
    // Someone held a lock for too long: nothing was saved.
    if (BUSY.has(status) || (status === 409 && headers['retry-after'] !== undefined)) return 'refused';
    if (call.kind === 'open') return this.#openedOf(id, reply);
    if (call.kind === 'save') return outcomeOf(status, 303) ?? this.#wonder(call, reply);
    if (call.kind === 'autosave') return this.#autosavedOf(id, call, reply);
    // A PATCH without a tag that lost against ten others.
    if (call.kind === 'patch' && status === 409) return 'refused';
    const result = outcomeOf(status, call.kind === 'delete' ? 204 : 200);
    if (!result) return this.#wonder(call, reply);
    if (call.kind === 'restore' && result.outcome === 'outdated') return { outcome: 'present' };
    if (result.outcome !== 'done' || call.kind === 'delete') return result;
    const seen = seenIn(reply);
    if (seen.tag) this.#tags.set(id, seen.tag);
    return { outcome: 'done', seen };
  }

  #openedOf(id: string, reply: Reply): Result | 'refused' {
    if (reply.status === 404) {
      this.#forms.set(id, { ...NEW_FORM, id });
      return { outcome: 'absent' };
    }
    if (reply.status !== 200) return this.#wonder({ kind: 'open' }, reply);
    const form = formIn(reply.body);
    this.#forms.set(id, form);
    const { version = '0', draft = '0', title = '', description = '' } = form;
    return { outcome: 'done', seen: { version, draft: draft || '0', ...contentIn(title, description) } };
  }

  #autosavedOf(id: string, call: Call, reply: Reply): Result | 'refused' {
    const result = outcomeOf(reply.status, 200);
    if (!result || result.outcome === 'absent') return this.#wonder(call, reply);
    if (result.outcome !== 'done') {
      this.#forms.delete(id);
      return result;
    }
    const saved = JSON.parse(reply.body) as { kind: string; draft: string; version: string };
    if (saved.kind !== 'saved') return this.#wonder(call, reply);
    const { draft, version } = saved;
    this.#forms.set(id, { ...this.#forms.get(id), draft, version });
    return { outcome: 'done', seen: { tag: draft } };
  }

  #wonder({ kind }: Call, { status, body }: Reply): 'refused' {
    this.strange.push(`${kind}: ${status} ${body.slice(0, 160)}`);
    return 'refused';
  }
}

/** UTC epoch milliseconds that never go back. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/** A node that was killed listens again soon; what was not sent to it had no effect. */
async function askOnceUp(subject: Subject, question: Question): Promise<Reply> {
  const tryOnce = () =>
    subject.ask(question).catch((error) => {
      if (error instanceof NotSent) return undefined;
      throw error;
    });
  return (await until('the node listens', tryOnce)).value;
}

function kindAt(chance: number): Call['kind'] {
  let left = chance;
  for (const [kind, share] of SHARES) {
    left -= share;
    if (left < 0) return kind;
  }
  return 'read';
}

function outcomeOf(status: number, done: number): Result | undefined {
  if (status === done || (done === 200 && status === 201)) return { outcome: 'done' };
  if (status === 404) return { outcome: 'absent' };
  return status === 412 || status === 409 ? { outcome: 'outdated' } : undefined;
}

const FIELDS = {
  link: 'https://example.org/mill-pond',
  pubDate: '2026-11-20T14:00:00.000Z',
  sourceId: 'ledger-1',
  sourceName: 'The Hollow Ledger',
  sourceUrl: 'https://example.org/ledger',
};

const NEW_FORM: Form = {
  ...FIELDS,
  pubDate: '2026-11-20T09:00',
  version: '0',
  draft: '0',
  publication: 'published',
};

function contentOf(write: string): { title: string; description: string } {
  return { title: `By ${write}`, description: `<p>By ${write}</p>` };
}

function contentIn(title: string, description: string): Seen {
  const [named = '', written = ''] = [title, description].map((text) => /By ([\w-]+)/.exec(text)?.[1]);
  return { title: named, body: written };
}

/** The write that a version is from: each gives the item another title. */
export function writeIn({ title }: { title?: unknown }): string {
  return contentIn(String(title), '').title ?? '';
}

function seenIn({ headers, body }: Reply): Seen {
  const { title, description, publication } = JSON.parse(body) as Record<string, string>;
  const tag = /"([^"]*)"/.exec(String(headers.etag ?? ''))?.[1];
  return {
    ...contentIn(String(title), String(description)),
    ...(tag ? { tag } : {}),
    publication: publication as 'published',
  };
}

type Sending = { id: string; call: Call; write: string; form: Form | undefined };

function questionOf(subject: Subject, cookie: string, { id, call, write, form }: Sending): Question {
  const { url: Origin } = subject;
  const path = `/api/v1/articles/${id}`;
  if (call.kind === 'visit') return { path };
  if (call.kind === 'open') return { path: `/admin/articles/${id}`, headers: { Cookie: cookie } };
  if (call.kind === 'save' || call.kind === 'autosave') {
    const page = `/admin/articles/${call.version === '0' ? 'add' : id}`;
    return {
      method: 'POST',
      path: call.kind === 'save' ? page : `${page}/autosave?session=${write}`,
      headers: { Cookie: cookie, Origin, 'Content-Type': FORM_TYPE },
      body: new URLSearchParams({ ...form, ...contentOf(write) }).toString(),
    };
  }
  const { kind } = call;
  const token = { Authorization: `Bearer ${subject.token}` };
  if (kind === 'restore') return { method: 'POST', path: `${path}/restore`, headers: token };
  const methods = { read: 'GET', put: 'PUT', create: 'PUT', patch: 'PATCH', delete: 'DELETE' };
  const match = 'match' in call && call.match !== undefined ? { 'If-Match': `"${call.match}"` } : {};
  const fresh: Record<string, string> = kind === 'create' ? { 'If-None-Match': '*' } : {};
  const headers: Record<string, string> = Object.assign(
    { ...token, 'Content-Type': 'application/json' },
    match,
    fresh,
  );
  return { method: methods[kind], path, headers, ...bodyOf(call, write) };
}

function bodyOf(call: Call, write: string): { body?: string } {
  const { title, description } = contentOf(write);
  if (call.kind === 'patch') return { body: JSON.stringify({ title }) };
  if (call.kind === 'create') return { body: JSON.stringify({ ...FIELDS, title, description }) };
  if (call.kind !== 'put') return {};
  const { publication, at } = call;
  const time = at === undefined ? {} : { publishAt: new Date(at).toISOString() };
  return { body: JSON.stringify({ ...FIELDS, title, description, publication, ...time }) };
}
