import { collectionNames } from '#app/collections.server.ts';
import { decisions } from '#app/moving/import/choices.ts';
import { type Counts, type ImportRunReport, movedKinds } from '#app/moving/import/import-run.ts';
import { listImportProblems } from '#app/moving/import/import-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { Invocation } from '../command.ts';

const PAGE = 500;

/** Kinds that the JSON always has (product contract section 6). */
const ALWAYS = [...collectionNames, 'users', 'pictures', 'redirects'];

type Printing = Pick<Invocation, 'terminal' | 'options'>;

/** Prints what was found and imported, every problem, and with `--json` the result as the last line. */
export async function printOutcome(
  db: WriteDb,
  id: string,
  report: ImportRunReport,
  { isDry, terminal, options }: Printing & { isDry: boolean },
): Promise<void> {
  const refused = await printProblems(db, id, terminal, options.json === true);
  const { found, moved, skipped } = report;
  const verb = isDry ? 'would be imported' : 'imported';
  for (const kind of movedKinds.filter((one) => found[one])) {
    const left = kind === 'pictures' ? 'stay where they are' : 'skipped';
    const refusals = report.refused[kind] ?? 0;
    terminal.print(
      `${kind}: ${found[kind]} found, ${moved[kind] ?? 0} ${verb}, ${skipped[kind] ?? 0} ${left}, ${refusals} rejected`,
    );
  }
  for (const { what, count } of report.leftOut) terminal.print(`${what}: ${count} left out`);
  const { passwords, google, withoutPassword, disabled, optedIn, unverified, suppressed } = report.facts;
  if (found.users)
    terminal.print(
      `accounts: ${passwords} with their password, ${google} with Google, ${withoutPassword} need a new password, ${disabled} disabled`,
    );
  if (optedIn + unverified + suppressed > 0)
    terminal.print(
      `newsletter: ${optedIn} subscribed, ${unverified} wait until they confirm their address, ${suppressed} stay off the list`,
    );
  if (isDry) printChoices(report, terminal);
  terminal.print(
    isDry
      ? 'This was a dry run. Nothing was changed.'
      : `The ID of this import is ${id}. To undo it: --undo ${id}`,
  );
  if (!options.json) return;
  terminal.print(
    JSON.stringify({ found: whole(found), moved: whole(moved), skipped: whole(skipped), refused }),
  );
}

/** What can be decided before the import. */
function printChoices({ classes }: ImportRunReport, terminal: Printing['terminal']): void {
  for (const { class: name, count } of classes) {
    const decision = decisions.find((one) => one.class === name);
    const ways = decision?.choices.map(({ value }) => `--choice ${name}=${value}`).join(' or ');
    if (decision) terminal.print(`${decision.question}: ${count}. Decide with ${ways}.`);
    if (name === 'no-hash-config')
      terminal.print(`Accounts that need a new password: ${count}. With --hash-config, they keep theirs.`);
  }
}

export async function printUndone(
  db: WriteDb,
  id: string,
  { undone = {} }: ImportRunReport,
  { terminal, options }: Printing,
): Promise<void> {
  await printProblems(db, id, terminal, false);
  for (const kind of movedKinds.filter((one) => undone[one]))
    terminal.print(`${kind}: ${undone[kind]} removed`);
  terminal.print('What was edited or used since the import stays. Items are in the trash for 30 days.');
  if (options.json) terminal.print(JSON.stringify({ undone: whole(undone) }));
}

/** The rejected records, if they are kept for the JSON. */
async function printProblems(
  db: WriteDb,
  id: string,
  terminal: Printing['terminal'],
  keeps: boolean,
): Promise<{ file: string; id: string; field: string; problem: string }[]> {
  const refused = [];
  for (let after = 0; ; ) {
    const page = await listImportProblems(db, id, { after, limit: PAGE });
    for (const { file, record, verdict, field, problem } of page) {
      const where = [file, record, field].filter(Boolean).join(': ');
      terminal.complain(`${where}: ${verdict === 'refused' ? '' : '(note) '}${problem}.`);
      if (keeps && verdict === 'refused') refused.push({ file, id: record, field, problem });
    }
    if (page.length < PAGE) return refused;
    after = page.at(-1)?.number ?? after;
  }
}

/** With zeros for what is missing. */
function whole(counts: Counts): Record<string, number> {
  return { ...Object.fromEntries(ALWAYS.map((kind) => [kind, 0])), ...counts };
}
