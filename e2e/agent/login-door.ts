import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApi } from '@wardstone/testing';

export interface LoginDoor {
  url: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Stands where the gateway does, for a service whose clock is the test's: lets an agent in, whatever its key, and passes on
 * what it asks as that agent.
 */
export async function openLoginDoor(api: TestApi, agent: string): Promise<LoginDoor> {
  const server = http.createServer((request, response) => {
    const { method, url = '', headers } = request;
    if (url.startsWith('/auth/')) {
      request.resume();
      const body = url === '/auth/token' ? { access_token: 'token', expires_in: 3600 } : {};
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const { authorization: _spent, host: _door, ...others } = headers;
    const identity = api.credentialsOf({ username: agent, roles: ['agent'], type: 'ServiceAccount' });
    const passed = http.request(api.url + url, { method, headers: { ...others, ...identity } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
