declare module 'hoodiecrow-imap' {
  type Message = { raw: string | Buffer; flags?: string[]; internaldate?: string };
  type StoredMessage = { raw: string; flags: string[]; uid: number };
  type Options = {
    plugins?: string[];
    secureConnection?: boolean;
    credentials?: { key: string | Buffer; cert: string | Buffer };
    storage?: Record<string, { messages?: Message[]; uidvalidity?: number }>;
  };

  type Query = { partial?: number[] };

  type ImapServer = {
    server: import('node:net').Server;
    listen(port: number, host: string, done: () => void): void;
    appendMessage(folder: string, flags: string[], date: Date | null, raw: string): unknown;
    getMailbox(path: string): { messages: StoredMessage[]; uidvalidity: number };
    commandHandlers: Record<string, (...args: unknown[]) => void>;
    fetchHandlers: Record<string, (connection: unknown, message: StoredMessage, query: Query) => unknown>;
  };

  export default function hoodiecrow(options: Options): ImapServer;
}
