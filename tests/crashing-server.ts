/** A process that crashes like the site's, for tests: on command, it throws where nobody catches. */
import { createServer } from 'node:http';
import { openLog } from '../server/log.ts';
import { endInOrder } from '../server/orderly-end.ts';

const server = createServer((_request, response) => response.end('ok'));
server.listen(0, '127.0.0.1');
endInOrder({
  server,
  log: openLog('info', 'a secret that is only good for tests'),
  announce: () => console.log('announced'),
  meanwhile: async () => console.log('jobs stopped'),
  steps: [async () => console.log('database closed')],
});
if (process.argv[2] === 'throw')
  setTimeout(() => {
    throw new Error('nobody caught june@example.org');
  });
if (process.argv[2] === 'reject') void Promise.reject(new Error('nobody waited'));
