/**
 * Behind a real nginx nobody gets another client's response, whatever a client sends, and addresses are correct
 * (R-60).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ambiguous } from './ambiguous-messages.ts';
import { findFreePort } from './free-port.ts';
import { openServer } from './open-server.ts';
import { sendRaw } from './raw-socket.ts';

const nginx = findNginx();

/** In the path, at Debian's location, or at NGINX. */
function findNginx(): string | undefined {
  return [process.env.NGINX, 'nginx', '/usr/sbin/nginx'].find((program) => {
    try {
      if (program) execFileSync(program, ['-v'], { stdio: 'ignore' });
      return program !== undefined;
    } catch {
      return false;
    }
  });
}

const hosting = readFileSync(new URL('../docs/hosting.md', import.meta.url), 'utf8');

/**
 * The configuration in docs/hosting.md, with ports of this machine and without a certificate. All clients share one
 * persistent connection to the site without buffering, which smuggled requests depend on.
 */
function configuration(folder: string, port: number, site: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const documented = (/```nginx\n(.*?)```/s.exec(hosting)?.[1] ?? '')
    .replace(/server \{\s*listen 80;.*?\n\}/s, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *(listen \[::\]|ssl_certificate).*$/gm, '')
    .replace('127.0.0.1:3000', `127.0.0.1:${site}`)
    .replace('keepalive 32', 'keepalive 1')
    .replace('proxy_http_version', 'proxy_request_buffering off; proxy_http_version');
  return `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http { access_log off; ${temporary.join(' ')}
${documented}
}`;
}

async function openNginx(site: number) {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-nginx-'));
  const port = await findFreePort();
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, site));
  const child: ChildProcess = spawn(nginx ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        (r) => r.status,
        () => 0,
      ),
    )
    .toBe(200);
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

test.skipIf(!nginx)(
  'R-59 behind nginx (skipped without nginx) no one gets the response to a smuggled request',
  async () => {
    await using server = await openServer({ environment: { TRUST_PROXY: '1' } });
    await using proxy = await openNginx(server.port);
    for (const [name, text] of ambiguous) {
      await sendRaw(proxy.port, text, { quietMs: 100 });
      for (let victim = 0; victim < 3; victim++) {
        const answer = await fetch(`http://127.0.0.1:${proxy.port}/healthz`);
        expect([name, answer.status, await answer.json()]).toEqual([name, 200, { status: 'ok' }]);
      }
    }
  },
  60_000,
);

test.skipIf(!nginx)(
  'R-60 behind nginx (skipped without nginx) the address is the client’s, whatever the client claims',
  async () => {
    await using server = await openServer({ environment: { TRUST_PROXY: '1' } });
    await using proxy = await openNginx(server.port);
    const admin = await server.site.asAdmin();
    await fetch(`http://127.0.0.1:${proxy.port}/admin/settings/sample-town`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...admin, Origin: server.site.origin, 'X-Forwarded-For': '6.6.6.6' },
    });
    const rows = await server.site.write.selectFrom('audit_entry').select('address').execute();
    expect(rows).toContainEqual({ address: '127.0.0.1' });
    expect(JSON.stringify(rows)).not.toContain('6.6.6.6');
    for (const headers of [{}, { 'X-Forwarded-For': '127.0.0.1' }] as Record<string, string>[])
      expect((await fetch(`http://127.0.0.1:${proxy.port}/metrics`, { headers })).status).toBe(404);
  },
);
