import { commandLine } from '#app/platform/command-line/command-line.ts';
import { type Command, runVerb, type Verb } from '../command.ts';

const verbs: Record<string, Verb> = {
  preview: { options: ['text'], load: async () => (await import('./newsletter-preview.ts')).runPreview },
  test: { options: [], load: async () => (await import('./newsletter-test.ts')).runTest },
  send: { options: ['yes', 'json'], load: async () => (await import('./newsletter-send.ts')).runSend },
  status: { options: ['json'], load: async () => (await import('./newsletter-status.ts')).runStatus },
};

export const newsletter: Command = {
  name: 'newsletter',
  summary: 'Preview, test and send the newsletter, and see what became of it',
  help: `Usage: ${commandLine('newsletter preview')} [ID] [--text]
       ${commandLine('newsletter test ADDRESS')} [ID]
       ${commandLine('newsletter send')} [ID] [--yes] [--json]
       ${commandLine('newsletter status')} [ID] [--json]

Without an id, the commands use the newest issue that is not sent yet; without one, an issue that is
built from what was published since the last one.

preview prints the email's HTML, or its plain text with --text. It changes nothing.

test sends the issue to one address now, marked as a test. It is counted nowhere.

send begins to send the issue to its subscribers. It asks first, unless --yes is given. The running site
does the sending. Sending an issue a second time changes nothing; without an id, nothing is sent within
20 hours of the last issue.

status prints the newest issues with their states and counts, how many subscribers there are, and why
the mail server takes no emails, if it doesn't. With --json, it prints {"issues", "subscribers",
"trouble"}.

Example: ${commandLine('newsletter preview')} > issue.html`,
  options: { text: { type: 'boolean' }, json: { type: 'boolean' }, yes: { type: 'boolean' } },
  words: 'many',
  verbs,
  run: (invocation) => runVerb('newsletter', verbs, invocation),
};
