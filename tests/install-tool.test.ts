/** Tools with packages of their own, which are installed when they are first needed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openCheckout } from './checkout.ts';

test('a tool with packages of its own is installed once, beside the others, and says in one line what fails', () => {
  using checkout = openCheckout();
  const tool =
    "const { installTool } = await import('./scripts/install-tool.mjs'); await installTool('bench/tool').catch(({ message }) => console.log(message));";
  checkout.write('bench/tool/package.json', '{"dependencies":{"drill":"1.0.0"}}');
  const lock = (version: string) => JSON.stringify({ packages: { 'node_modules/drill': { version } } });
  checkout.write('bench/tool/package-lock.json', lock('1.0.0'));
  const installing = 'Installing drill in bench/tool…\n';
  expect(checkout.run(tool, { FAIL: '1' }).said).toBe(
    'Installing drill failed (npm: network). Check the network connection and free disk space.\n' +
      installing,
  );
  expect(checkout.run(tool).said).toBe(installing);
  expect(checkout.run(tool).said).toBe('');
  checkout.write('bench/tool/package-lock.json', lock('1.0.1'));
  expect(checkout.run(tool).said).toBe(installing);
  expect(checkout.calls('npm')).toEqual(
    Array(3).fill(expect.stringMatching(/^ci --ignore-scripts .*bench\/tool$/)),
  );
  expect(checkout.exists('node_modules/@react-router/dev/bin.cjs')).toBe(true);
});

test.each([
  [true, [], { TESTS_DEEP: '1' }],
  [true, ['./tests/generated-client.test.ts:20'], { TESTS_CHANGED_FOLDERS: 'app/desk/api' }],
  [true, ['tests/'], { TESTS_CHANGED_FOLDERS: 'app/desk/api/reading\ntests' }],
  [false, ['app/desk/api/'], { TESTS_CHANGED_FOLDERS: 'app/desk/api' }],
  [false, [], { TESTS_CHANGED_FOLDERS: 'app/desk/list' }],
])('a client will be generated: %s, if one runs %j with %j', (expected, chosen, settings) => {
  const code = `import { willGenerate } from './tests/generated-client/generate-client.ts'; console.log(willGenerate(${JSON.stringify(chosen)}))`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH, ...settings },
    encoding: 'utf8',
  });
  expect(stdout).toBe(`${expected}\n`);
});
