import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReceiver, type Notification, type User } from 'net-snmp';
import { SMTPServer } from 'smtp-server';

const LOCAL = '127.0.0.1';

export interface Mail {
  to: string;
  /** All of it: headers, and its parts decoded. */
  text: string;
}

export interface MailSink {
  readonly url: string;
  readonly mails: Mail[];
  /** Addresses it has no mailbox for, and whether that is for now only. */
  readonly unknown: Map<string, 'now' | 'ever'>;
  close(): Promise<void>;
}

/** A mail server that records mails. */
export async function openMailSink(): Promise<MailSink> {
  const mails: Mail[] = [];
  const unknown = new Map<string, 'now' | 'ever'>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = unknown.get(address);
      if (!refusal) return done();
      const responseCode = refusal === 'ever' ? 550 : 450;
      done(Object.assign(new Error(`no mailbox ${address}`), { responseCode }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = unquoted(Buffer.concat(chunks).toString());
        for (const { address } of envelope.rcptTo) mails.push({ to: address, text });
        done();
      });
    },
  });
  // A client may be killed in the middle of its mail.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, LOCAL, resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${LOCAL}:${port}`,
    mails,
    unknown,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Decodes quoted-printable, as mail programs do. */
function unquoted(source: string): string {
  return source
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
}

export interface Post {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebSink {
  readonly url: string;
  readonly port: number;
  readonly posts: Post[];
  /** Status of the next responses; 0 for no response. */
  status: number;
  /** Reply of the sink. */
  reply: string;
  close(): Promise<void>;
}

/** A web server that records posts. */
export async function openWebSink(): Promise<WebSink> {
  const posts: Post[] = [];
  const sink = { posts, status: 204, reply: '' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posts.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (sink.status === 0) return;
      // A redirection leads to another path of this server, which would record the request.
      response.writeHead(sink.status, sink.status === 302 ? { location: '/elsewhere' } : {}).end(sink.reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, LOCAL, resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(sink, {
    port,
    url: `http://${LOCAL}:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

export interface TrapSink {
  readonly port: number;
  readonly traps: Notification[];
  /** Resolves with the next trap. */
  next(): Promise<Notification>;
  close(): void;
}

/** A receiver of traps of every version. */
export async function openTrapSink(port: number, users: readonly User[] = []): Promise<TrapSink> {
  const traps: Notification[] = [];
  const waiting: ((trap: Notification) => void)[] = [];
  const receiver = createReceiver({ port, address: LOCAL, transport: 'udp4' }, (error, trap) => {
    if (error) return;
    traps.push(trap);
    waiting.shift()?.(trap);
  });
  receiver.getAuthorizer().addCommunity('public');
  for (const user of users) receiver.getAuthorizer().addUser(user);
  // There is no signal once it is bound.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    port,
    traps,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => receiver.close(),
  };
}

/** A free port for datagrams. */
export async function freeDatagramPort(): Promise<number> {
  const { createSocket } = await import('node:dgram');
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, LOCAL, resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}
