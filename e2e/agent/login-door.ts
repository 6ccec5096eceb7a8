import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApi } from '@wardstone/testing';

export interface LoginDoor {
  url: string;
  port: number;
  /** Closes every connection while true. */
  isShut: boolean;
  /** Called with each request, and again with its response; closes the connection if it returns false. */
  meet: ((url: string, hasResponse: boolean) => Promise<boolean>) | undefined;
  close(): Promise<void>;
}

/**
 * Plays the gateway for a service whose clock the test sets: lets an agent in with any key, and forwards its requests
 * as that agent.
 */
export async function openLoginDoor(api: TestApi, agent: string): Promise<LoginDoor> {
  const pass = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const { method, url = '', headers } = request;
    if (door.isShut || (await door.meet?.(url, false)) === false) return void request.socket.destroy();
    if (url.startsWith('/auth/')) {
      request.resume();
      const body = url === '/auth/token' ? { access_token: 'token', expires_in: 3600 } : {};
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const { authorization: _spent, host: _door, ...others } = headers;
    const identity = api.credentialsOf({ username: agent, roles: ['agent'], type: 'ServiceAccount' });
    const deliver = async (upstream: http.IncomingMessage): Promise<void> => {
      if ((await door.meet?.(url, true)) === false) return void response.destroy();
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    };
    const passed = http.request(api.url + url, { method, headers: { ...others, ...identity } }, (upstream) => {
      void deliver(upstream);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  };
  const server = http.createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const door: LoginDoor = {
    url: `http://127.0.0.1:${port}`,
    port,
    isShut: false,
    meet: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return door;
}
