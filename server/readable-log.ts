import type { DestinationStream } from 'pino';

/** The lines of the log as text for developers: the time, the level, the message, other fields, and an error's stack. */
export function readableLog(write: (text: string) => void): DestinationStream {
  return { write: (line) => write(`${readable(JSON.parse(line))}\n`) };
}

const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'ERROR', 60: 'FATAL' };

type Line = { level: number; time: number; msg?: string; err?: { message?: string; stack?: string } };

function readable({ level, time, msg = '', err, ...others }: Line & Record<string, unknown>): string {
  const { pid: _pid, hostname: _hostname, ...facts } = others;
  const fields = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const head = [new Date(time).toISOString().slice(11, 19), LEVELS[level] ?? level, msg, ...fields].join(' ');
  return err ? `${head}\n${err.stack ?? err.message ?? JSON.stringify(err)}` : head;
}
