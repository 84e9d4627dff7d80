/** Editors whose forms save themselves, and who upload pictures: what the site acknowledged of it (I1). */
import { createHash, randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type Form, formIn } from '../tests/form-in.ts';
import { until } from '../tests/until.ts';
import { NotSent, type Question, type Reply } from './ask.ts';
import { ADMIN, type Subject } from './subject.ts';

const FORMS = 50;
const UPLOADERS = 4;
const TYPE = 'application/x-www-form-urlencoded';

type Fates = { ok: number; fail: number; unknown: number };

/** The texts that a draft may have now: more than one after an unknown outcome. */
type Draft = { possible: Set<string> };

export class Editing {
  readonly #subject: Subject;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #drafts = new Map<string, Draft>();
  /** The address of each acknowledged picture, and the SHA-256 of what it served then; undefined if it was not read. */
  readonly #pictures = new Map<string, { url: string; sha256: string | undefined }>();
  #cookie = '';
  #form: Form = {};
  #photo = Buffer.alloc(0);
  #tasks: Promise<void>[] = [];
  #isOver = false;
  readonly saves: Fates = { ok: 0, fail: 0, unknown: 0 };
  readonly uploads: Fates = { ok: 0, fail: 0, unknown: 0 };
  readonly savesMs: number[] = [];
  /** Responses that should not occur. */
  readonly strange: string[] = [];

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  get size(): number {
    return this.#drafts.size + this.#pictures.size;
  }

  /** Signs in, opens the form of a new article, and begins to write and upload. */
  async start(): Promise<void> {
    const login = await this.#send({
      method: 'POST',
      path: '/login',
      headers: { 'Content-Type': TYPE },
      body: new URLSearchParams(ADMIN).toString(),
    });
    const cookies = [login.headers['set-cookie'] ?? []].flat() as string[];
    this.#cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    this.#form = formIn((await this.#send({ path: '/admin/articles/add' })).body);
    const gaussian = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const create = { width: 700, height: 525, channels: 3 as const, background: '#808080', noise: gaussian };
    this.#photo = await sharp({ create }).jpeg().toBuffer();
    this.#tasks = [
      ...Array.from({ length: FORMS }, () => this.#type()),
      ...Array.from({ length: UPLOADERS }, () => this.#upload()),
    ];
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#tasks);
  }

  /** Compares everything acknowledged with what the site has now, byte for byte. Returns the problems as text. */
  async compare(): Promise<string[]> {
    const problems: string[] = [];
    for (const [id, { possible }] of this.#drafts) {
      const { status, body } = await this.#read({ path: `/api/v1/articles/${id}` });
      const found = status === 200 ? String((JSON.parse(body) as Form).description) : '';
      if (!possible.has(found))
        problems.push(`the draft ${id} is ${status} ${found.slice(0, 60)}, which was not acknowledged last`);
    }
    for (const [id, { url, sha256 }] of this.#pictures) {
      const known = await this.#read({ path: `/api/v1/pictures/${id}` });
      if (known.status !== 200) problems.push(`the picture ${id} is ${known.status}`);
      else if (sha256 && sha256 !== hashOf(await this.#read({ path: url })))
        problems.push(`${url} has changed`);
    }
    return problems;
  }

  /** One form after the other: a new article, saved a few times. */
  async #type(): Promise<void> {
    while (!this.#isOver) {
      const id = `desk-${randomBytes(6).toString('hex')}`;
      const form: Form = { ...this.#form, id };
      const draft: Draft = { possible: new Set(['']) };
      this.#drafts.set(id, draft);
      for (let saves = 0; saves < 10 && !this.#isOver; saves++) {
        await wait(300 + Math.random() * 900);
        const fate = await this.#saveForm(form, draft);
        this.saves[fate]++;
        // The next form has its own item: what a lost request does later is not judged.
        if (fate === 'unknown') break;
      }
    }
  }

  async #saveForm(form: Form, draft: Draft): Promise<keyof Fates> {
    const text = `<p>${randomBytes(8).toString('hex')}</p>${'<p>The mill pond is frozen.</p>'.repeat(60)}`;
    const isNew = form.version === '0';
    const began = performance.now();
    try {
      const reply = await this.#send({
        method: 'POST',
        path: `/admin/articles/${isNew ? 'add' : form.id}/autosave?session=${form.id}`,
        headers: { 'Content-Type': TYPE },
        body: new URLSearchParams({ ...form, title: 'Typed', description: text }).toString(),
      });
      const saved = JSON.parse(reply.body) as { kind: string; draft: string; version: string };
      if (saved.kind === 'saved') {
        draft.possible = new Set([text]);
        Object.assign(form, { draft: saved.draft, version: saved.version });
        this.savesMs.push(performance.now() - began);
        return 'ok';
      }
      if (reply.status < 500) this.strange.push(`an autosave: ${reply.status} ${reply.body.slice(0, 100)}`);
    } catch (error) {
      if (error instanceof NotSent) return 'fail';
    }
    draft.possible.add(text);
    return 'unknown';
  }

  /** One picture after the other; each is sent until it is acknowledged. */
  async #upload(): Promise<void> {
    while (!this.#isOver) {
      const photo = Buffer.concat([this.#photo, randomBytes(16)]);
      while (!this.#isOver && !(await this.#sendPicture(photo))) await wait(100);
      await wait(Math.random() * 200);
    }
  }

  async #sendPicture(photo: Buffer): Promise<boolean> {
    const boundary = `b${randomBytes(8).toString('hex')}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
    try {
      const reply = await this.#send({
        method: 'POST',
        path: '/api/v1/pictures',
        headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
        body: Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      });
      if (reply.status === 201 || reply.status === 200) {
        this.uploads.ok++;
        await this.#notePicture(JSON.parse(reply.body));
        return true;
      }
      if (reply.status < 500 && reply.status !== 429)
        this.strange.push(`an upload: ${reply.status} ${reply.body.slice(0, 100)}`);
      this.uploads.fail++;
    } catch (error) {
      this.uploads[error instanceof NotSent ? 'fail' : 'unknown']++;
    }
    return false;
  }

  /** Reads the picture at once, if the site still lives. */
  async #notePicture({ id, url }: { id: string; url: string }): Promise<void> {
    const path = new URL(url, this.#subject.url).pathname;
    const picture: { url: string; sha256: string | undefined } = { url: path, sha256: undefined };
    this.#pictures.set(id, picture);
    const served = await this.#send({ path }).catch(() => undefined);
    if (served?.status === 200) picture.sha256 = hashOf(served);
  }

  #send(question: Question): Promise<Reply> {
    const { headers, ...rest } = question;
    const own = { Cookie: this.#cookie, Origin: this.#subject.url, ...headers };
    return this.#subject.ask({ ...rest, headers: own, agent: this.#agent });
  }

  /** A site on a busy machine may ask to retry. */
  async #read(question: Question): Promise<Reply> {
    const read = async () => {
      const reply = await this.#send(question);
      return reply.status === 503 ? undefined : reply;
    };
    return (await until(`${question.path} is read`, read)).value;
  }
}

function hashOf({ bytes }: Reply): string {
  return createHash('sha256').update(bytes).digest('hex');
}
