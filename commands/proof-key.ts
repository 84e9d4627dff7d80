import { describeKey } from '#app/items/proof/proof.ts';
import { ensureProofKey, listProofKeys, renewProofKey } from '#app/items/proof/proof-keys.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { type Command, exitCodes } from './command.ts';
import { recordOperation, withCurrentDatabase } from './with-database.ts';

export const proofKey: Command = {
  name: 'proof-key',
  summary: 'Show the keys that sign proofs of publication, or create a new one',
  help: `Usage: ${commandLine('proof-key')} [--new]

Shows the fingerprints of the site's keys and since when they exist; the first one signs. Earlier keys
stay at /proof/keys.json, so that what they signed can be verified.

  --new  creates a key that signs from now on, for example after someone else could have read a backup

Example: ${commandLine('proof-key --new')}`,
  options: { new: { type: 'boolean' } },
  async run(invocation) {
    const { options, environment, terminal, now } = invocation;
    return withCurrentDatabase(readSettings(environment), async ({ write }) => {
      await ensureProofKey(write, now);
      if (options.new === true) {
        const key = await renewProofKey(write, now);
        await recordOperation(write, invocation, 'proof-key-created', describeKey(key));
      }
      for (const { publicKey, createdAt } of await listProofKeys(write))
        terminal.print(`${describeKey(publicKey)}  since ${isoOf(createdAt)}`);
      return exitCodes.done;
    });
  },
};
