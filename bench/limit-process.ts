/** The limit as a process: receives its responses over its channel, and reports its port. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { LimitAnswer } from './limit-site.ts';

process.on('disconnect', () => process.exit(0));
const [message] = (await once(process, 'message')) as [LimitAnswer];
const server = createServer(await listenerOf(message));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

async function listenerOf(answer: LimitAnswer): Promise<RequestListener> {
  if (answer.kind === 'bytes') return sendBytes(answer);
  const { openTree } = await import('./rendered-tree.ts');
  const render = await openTree(answer.path, process.env);
  return answer.br ? sendCompressed(render) : sendText(render);
}

function sendBytes({ status, headers, body }: LimitAnswer & { kind: 'bytes' }): RequestListener {
  const bytes = Buffer.from(body, 'base64');
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  };
}

const HTML = ['content-type', 'text/html; charset=utf-8'];

function sendText(render: () => string): RequestListener {
  return (_request, response) => {
    response.writeHead(200, HTML);
    response.end(render());
  };
}

const compress = promisify(brotliCompress);

function sendCompressed(render: () => string): RequestListener {
  return async (_request, response) => {
    const body = Buffer.from(render());
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    response.writeHead(200, [...HTML, 'content-encoding', 'br']);
    response.end(await compress(body, { params }));
  };
}
