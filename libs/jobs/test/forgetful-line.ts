import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ForgetfulLine {
  /** URL of the same database through this proxy. */
  url: string;
  hasForgotten(): boolean;
  close(): Promise<void>;
}

/**
 * A connection to a database that breaks once, that many milliseconds after a response with these words was sent, which
 * never arrives.
 */
export async function forgetfulLine(databaseUrl: string, words: string, breaksAfterMs = 0): Promise<ForgetfulLine> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hasForgotten = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (bytes) => database.write(bytes));
    database.on('data', (bytes) => {
      if (hasForgotten || !bytes.includes(words)) {
        client.write(bytes);
      } else {
        hasForgotten = true;
        setTimeout(() => database.destroy(), breaksAfterMs);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    hasForgotten: () => hasForgotten,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
