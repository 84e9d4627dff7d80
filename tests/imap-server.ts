/** A real IMAP server on loopback. */
import type { AddressInfo, Socket } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';

export type ImapServer = AsyncDisposable & {
  /** Of the mailbox INBOX, with the user and the password. */
  url: string;
  port: number;
  /** Receives an email at the instant. */
  deliver: (raw: string, at: number, flags?: string[]) => void;
  /** The subjects of the messages with the flag \Seen. */
  listSeen: () => string[];
  count: () => number;
  /** Numbers all messages again. */
  renumber: () => void;
  /** The commands that clients sent, such as 'UID FETCH'. */
  commands: string[];
};

/** Opens one on a free port, closed at the end of the scope (`await using`). */
export async function openImapServer(options: { plugins?: string[] } = {}): Promise<ImapServer> {
  const { plugins = ['ID', 'STARTTLS', 'LITERALPLUS', 'UIDPLUS'] } = options;
  const imap = hoodiecrow({ plugins, storage: { INBOX: { messages: [] } } });
  const sockets = new Set<Socket>();
  const commands: string[] = [];
  for (const [name, handler] of Object.entries(imap.commandHandlers))
    imap.commandHandlers[name] = function record(this: unknown, ...args: unknown[]) {
      commands.push(name);
      return handler.apply(this, args);
    };
  imap.fetchHandlers['BODY.PEEK'] = imap.fetchHandlers.BODY = rangeReader();
  imap.server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => imap.listen(0, '127.0.0.1', resolve));
  const { port } = imap.server.address() as AddressInfo;
  const box = () => imap.getMailbox('INBOX');
  return {
    url: `imap://testuser:testpass@127.0.0.1:${port}/INBOX`,
    port,
    deliver: (raw, at, flags = []) =>
      void imap.appendMessage('INBOX', flags, new Date(at), raw.replaceAll(/\r?\n/g, '\r\n')),
    listSeen: () =>
      box()
        .messages.filter(({ flags }) => flags.includes('\\Seen'))
        .map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? ''),
    count: () => box().messages.length,
    renumber: () => void box().uidvalidity++,
    commands,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => imap.server.close(resolve));
    },
  };
}

/** Its own handler forgets the range after the first message of several. */
function rangeReader() {
  const ranges = new WeakMap<object, number[]>();
  return (_connection: unknown, { raw }: { raw: string }, query: { partial?: number[] }) => {
    const [start = 0, length] = ranges.get(query) ?? query.partial ?? [];
    ranges.set(query, length === undefined ? [start] : [start, length]);
    query.partial = [start];
    return { type: 'LITERAL', value: raw.slice(start, length && start + length) };
  };
}
