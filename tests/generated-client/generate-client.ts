/** The generator of `tests/generated-client.test.ts`, with packages of its own (docs/decisions/0071-generated-client.md). */
import { fileURLToPath } from 'node:url';
import { hasTool } from '../../scripts/install-tool.mjs';
import { runsLong } from '../rounds.ts';

/** The folder of its packages, for `installTool`. */
export const GENERATOR = 'tests/generated-client';
const TEST = `${GENERATOR}.test.ts`;
/** The folders that the test of a generated client covers. */
export const COVERED = ['app/desk/api', 'app/site/api'];

/**
 * Whether a client will be generated when the tests of these files and folders run, as they are passed to vitest; all
 * tests if there are none.
 */
export function willGenerate(chosen: string[]): boolean {
  const names = chosen.map((name) => name.replaceAll(/^\.\/|:\d+$/g, ''));
  const isChosen = names.length === 0 || names.some((name) => TEST.includes(name));
  return isChosen && runsLong(fileURLToPath(new URL(`../../${TEST}`, import.meta.url)), COVERED);
}

/** Writes `client.ts` to `folder`. Throws an error with the command that installs the generator if it isn't installed. */
export async function generateClient(spec: object, folder: string): Promise<void> {
  if (!hasTool(GENERATOR))
    throw new Error(
      `The generator is not installed: \`npm test -- --deep ${TEST}\` installs it, and runs this test.`,
    );
  const { generateApi } = await import('swagger-typescript-api');
  await generateApi({ spec, output: folder, fileName: 'client.ts', enumStyle: 'union', silent: true });
}
