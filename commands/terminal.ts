import { createInterface } from 'node:readline/promises';

/** Output of a command: results on standard output, progress and errors on standard error. */
export type Terminal = {
  print: (text: string) => void;
  complain: (line: string) => void;
  /** Shows the progress of long work on a terminal; call it with each step. Ends with `endProgress`. */
  showProgress: (what: string, done: number, total: number) => void;
  endProgress: () => void;
  /** Whether a user can be asked. */
  isInteractive: boolean;
  /** A typed line; undefined when `signal` is aborted first. Only for a terminal. */
  ask: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  /** A line typed without echo, or the first line of standard input; undefined without one. */
  askSecret: (question: string) => Promise<string | undefined>;
};

type Output = NodeJS.WritableStream & { isTTY?: boolean | undefined };

type Input = NodeJS.ReadStream;

const BAR_WIDTH = 20;

export function openTerminal(output: Output, errors: Output, input: Input): Terminal {
  let rate: (done: number) => string = openRate();
  const clear = () => errors.isTTY && errors.write('\r\u001b[K');
  return {
    print(text) {
      clear();
      output.write(`${harmless(text)}\n`);
    },
    complain(line) {
      clear();
      errors.write(`${harmless(line)}\n`);
    },
    showProgress(what, done, total) {
      // Elsewhere, such as in a log or an email of cron, it would only be read afterward.
      if (errors.isTTY)
        errors.write(`\r\u001b[K${what}: ${done} of ${total} ${barOf(done, total)}${rate(done)}`);
    },
    endProgress() {
      clear();
      rate = openRate();
    },
    isInteractive: input.isTTY === true,
    async ask(question, signal) {
      clear();
      const lines = createInterface({ input, output: errors });
      try {
        return await lines.question(harmless(question), { signal }).catch(() => undefined);
      } finally {
        lines.close();
      }
    },
    askSecret: (question) => (input.isTTY ? readHidden(question, errors, input) : readFirstLine(input)),
  };
}

function barOf(done: number, total: number): string {
  const filled = total > 0 ? Math.min(BAR_WIDTH, Math.floor((BAR_WIDTH * done) / total)) : BAR_WIDTH;
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}

/** The rate per second since the first one; empty during the first second. */
function openRate(): (done: number) => string {
  let start: { at: number; done: number } | undefined;
  return (done) => {
    const at = performance.now();
    start ??= { at, done };
    const seconds = (at - start.at) / 1000;
    return seconds < 1 ? '' : ` ${Math.round((done - start.done) / seconds)} per second`;
  };
}

/** Text from files and programs must not move the cursor or overwrite the terminal. */
function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

function readHidden(question: string, errors: Output, input: Input): Promise<string | undefined> {
  errors.write(question);
  input.setRawMode(true);
  input.setEncoding('utf8').resume();
  return new Promise((resolve) => {
    let typed = '';
    const finish = (answer: string | undefined) => {
      input.off('data', take).setRawMode(false);
      input.pause();
      errors.write('\n');
      resolve(answer);
    };
    const take = (chunk: string) => {
      for (const key of chunk) {
        if (key === '\r' || key === '\n') return finish(typed);
        if (key === '\u0003' || key === '\u0004') return finish(undefined);
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('');
        else if (key >= ' ') typed += key;
      }
    };
    input.on('data', take);
  });
}

async function readFirstLine(input: Input): Promise<string | undefined> {
  let text = '';
  for await (const chunk of input.setEncoding('utf8')) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0]?.replace(/\r$/, '') || undefined;
}
