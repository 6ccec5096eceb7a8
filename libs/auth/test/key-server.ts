import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { JSONWebKeySet } from 'jose';

/** An address that serves public keys, on a port of its own. */
export interface KeyServer {
  url: string;
  /** Keys to serve next; undefined responds with 500. */
  keys: JSONWebKeySet | undefined;
  fetches: number;
  close(): Promise<void>;
}

export async function aKeyServer(keys: JSONWebKeySet): Promise<KeyServer> {
  const server = http.createServer((_request, response) => {
    served.fetches++;
    response.statusCode = served.keys ? 200 : 500;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(served.keys ?? {}));
  });
  const served: KeyServer = {
    url: '',
    keys,
    fetches: 0,
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  served.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  return served;
}
