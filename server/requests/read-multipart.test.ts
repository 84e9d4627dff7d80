import { expect, test } from 'vitest';
import { boundaryOf, MultipartError, readMultipart } from './read-multipart.ts';

type Part = { name: string; filename: string | undefined; text: string };

/** The parts of a body that arrives in pieces of `size` bytes. */
async function read(body: Buffer, boundary: string, size: number): Promise<Part[]> {
  const parts: Part[] = [];
  async function* pieces() {
    for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
  }
  await readMultipart(pieces(), boundary, async (head) => {
    let text = '';
    return {
      async write(bytes) {
        text += bytes.toString('latin1');
      },
      end: async () => void parts.push({ ...head, text }),
    };
  });
  return parts;
}

test('a form is read the same in pieces of any size, as browsers and fetch write it', async () => {
  const form = new FormData();
  form.append('alt', 'Zoë’s "bridge"\r\n--x');
  form.append('empty', '');
  form.append('file', new File(['\r\n--almost\r\n\r\n--'], 'a "b".jpg'));
  const sent = new Response(form);
  const type = sent.headers.get('Content-Type') ?? '';
  const body = Buffer.from(await sent.arrayBuffer());
  const boundary = boundaryOf(type) ?? '';
  const whole = await read(body, boundary, body.length);
  expect(whole).toEqual([
    { name: 'alt', filename: undefined, text: Buffer.from('Zoë’s "bridge"\r\n--x').toString('latin1') },
    { name: 'empty', filename: undefined, text: '' },
    { name: 'file', filename: 'a "b".jpg', text: '\r\n--almost\r\n\r\n--' },
  ]);
  for (const size of [1, 2, 3, 7, 64]) expect(await read(body, boundary, size)).toEqual(whole);
});

test('a file field in which nothing was chosen has an empty name', async () => {
  const body = '--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--x--\r\n';
  expect(await read(Buffer.from(body), 'x', 4)).toEqual([{ name: 'file', filename: '', text: '' }]);
});

test('a body that ends too early, or is something else, is an error', async () => {
  const head = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
  for (const body of [
    '',
    'text',
    head,
    `${head}text`,
    `${head}text\r\n--x`,
    `${head}text\r\n--xy`,
    '--x\r\nX: 1\r\n\r\n',
    `--x\r\n${'y'.repeat(9000)}`,
  ])
    await expect(read(Buffer.from(body), 'x', 5), body.slice(0, 60)).rejects.toThrow(MultipartError);
  expect(boundaryOf('application/json')).toBeUndefined();
  expect(boundaryOf('multipart/form-data; boundary="a b"')).toBe('a b');
});
