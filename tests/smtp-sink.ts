/** A real mail server on loopback that stores what it receives, and fails on command. */
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export type Received = { from: string; to: string[]; raw: Buffer; secure: boolean };

/** Its response at a step instead of success: a code and a text. 'drop' ends this connection, 'stall' never responds. */
export type Answer = number | 'drop' | 'stall' | undefined;

export type SmtpSink = AsyncDisposable & {
  url: string;
  port: number;
  received: Received[];
  /** How many connections it had, and the maximum at one time. */
  connections: { total: number; most: number };
  /** Called at each step; can be replaced at any time. */
  script: Partial<
    Record<'connect' | 'from' | 'recipient' | 'data', (address: string) => Answer | Promise<Answer>>
  >;
  close: () => Promise<void>;
};

/** `received` continues the list of another one. */
type SinkOptions = SMTPServerOptions & { port?: number; received?: Received[] };

/** Opens one, on a free port by default, closed at the end of the scope (`await using`). */
export async function openSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  const connections = { total: 0, most: 0 };
  const received = options.received ?? [];

  const answer = async (
    step: keyof SmtpSink['script'],
    { remotePort }: SMTPServerSession,
    address: string,
    done: Done,
  ) => {
    const asked = await sink.script[step]?.(address);
    if (asked === 'stall') return asked;
    const isOurs = (socket: Socket) => socket.remotePort === remotePort;
    if (asked === 'drop') for (const socket of [...sockets].filter(isOurs)) socket.destroy();
    else done(asked ? Object.assign(new Error('scripted'), { responseCode: asked }) : undefined);
    return asked;
  };

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    // It would warn about its public certificate.
    logger: false,
    onConnect: (session, done) => void answer('connect', session, '', done),
    onMailFrom: ({ address }, session, done) => void answer('from', session, address, done),
    onRcptTo: ({ address }, session, done) => void answer('recipient', session, address, done),
    onData(stream, session, done) {
      const { envelope, secure } = session;
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const mail = { from, to, raw: Buffer.concat(chunks), secure };
        void answer('data', session, to[0] ?? '', (error) => {
          if (!error) received.push(mail);
          done(error);
          // A server that disconnects after the data has stored the email all the same.
        }).then((asked) => asked === 'drop' && received.push(mail));
      });
    },
    ...options,
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    connections.total++;
    connections.most = Math.max(connections.most, sockets.size);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const close = async () => {
    // Not the sockets below TLS: destroying one within a handshake ends the process, too.
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    connections,
    script: {},
    close,
    [Symbol.asyncDispose]: close,
  };
  return sink;
}

type Done = (error?: Error | null) => void;
