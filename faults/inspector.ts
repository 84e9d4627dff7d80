import { until } from '../tests/until.ts';

/**
 * Runs a script within a Node process that was started with `--inspect-port`, like a debugger: the site itself has no
 * code for that. `output` is what the process has printed.
 */
export async function runScript(pid: number, output: () => string, expression: string): Promise<void> {
  const from = output().length;
  process.kill(pid, 'SIGUSR1');
  const { value: address } = await until(
    'the inspector listens',
    () => /Debugger listening on (ws:\S+)/.exec(output().slice(from))?.[1],
  );
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const answered = new Promise((resolve) => {
    socket.onmessage = resolve;
  });
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
  await answered;
  socket.close();
}
