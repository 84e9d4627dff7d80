/** install.sh of a release, as far as a machine that it must not change can show (docs/decisions/0085). */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../scripts/host/install.sh', import.meta.url));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('sh', [script, ...args], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('a wrong call says what is wrong and exits with 2, before anything is looked at', () => {
  for (const [args, told] of [
    [['--nonsense'], "There is no option '--nonsense'. See: ./install.sh --help\n"],
    [['--domain'], '--domain needs a value. See: ./install.sh --help\n'],
    [
      ['--domain', 'https://news.example/'],
      "--domain must be a host name such as news.yourtown.example, and is 'https://news.example/'.\n",
    ],
    [['--email', 'nobody'], "--email must be an email address, and is 'nobody'.\n"],
    [
      ['--smtp', 'ftp://u:secret@mail.example'],
      '--smtp must be an address such as smtps://user:password@mail.yourprovider.example:465.\n',
    ],
  ] as const)
    expect([args, run(...args)]).toEqual([args, { status: 2, said: told }]);
  expect(run('--help')).toEqual({ status: 0, said: expect.stringMatching(/^Usage: \.\/install\.sh/) });
});

test.skipIf(process.getuid?.() === 0 && existsSync('/run/systemd/system'))(
  'where it can’t work, it says so in one line and changes nothing',
  () => {
    const { status, said } = run('--domain', 'news.example', '--email', 'ed@news.example', '--yes');
    expect(status).toBe(1);
    expect(said).toMatch(
      /^(This changes the machine, so run it as root|This is for Debian|systemd does not run)[^\n]+\n$/,
    );
  },
);

test('the service of the script and of a checkout run as a user without rights', () => {
  const unit = readFileSync(
    fileURLToPath(new URL('../scripts/host/belfry.service', import.meta.url)),
    'utf8',
  );
  for (const line of [
    'User=belfry',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
    'UMask=0077',
  ])
    expect(unit.split('\n')).toContain(line);
});
