import { parseArgs } from 'node:util';

export type Options = {
  only: string[];
  lean: boolean;
  docs: boolean;
  help: boolean;
  seed: number | undefined;
};

export function helpText(faults: readonly { id: string; name: string; needs: readonly string[] }[]): string {
  const list = faults.map(
    ({ id, name, needs }) =>
      `  ${id.padEnd(5)} ${name}${needs.length > 0 ? ` (needs ${needs.join(', ')})` : ''}`,
  );
  return `Usage: npm run faults [-- options]

Does to a real site what real machines do to it, one thing after the other, and checks
after each that nothing was lost. Works in folders of its own.

  --only F1,F2   only these
  --lean         fewer times each, as in the tests
  --seed N       the same random operations as in the run that reported this seed (F25)
  --docs         write what was found last into docs/faults.md, and do nothing else
  --help         show this

Faults:
${list.join('\n')}
`;
}

/** Throws an error whose message says what is wrong with the arguments. */
export function readOptions(args: string[], ids: readonly string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      lean: { type: 'boolean', default: false },
      seed: { type: 'string' },
      docs: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.split(',').map((id) => id.trim().replace(/^f/, 'F')) ?? [...ids];
  const unknown = only.filter((id) => !ids.includes(id));
  if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}: see --help.`);
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number.');
  return { only, seed, lean: values.lean, docs: values.docs, help: values.help };
}
