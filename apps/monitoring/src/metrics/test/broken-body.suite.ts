import http from 'node:http';
import { useMonitoring } from '../../test/use-monitoring';

/** More than streams hold back: unread bytes would block the next request. */
const BYTES = 1_100_000;

describe('a body that cannot be decompressed', () => {
  const api = useMonitoring();

  it.each(['gzip', 'deflate'])(
    '(%s) is refused, and the next request on the same connection succeeds',
    async (coding) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      const ask = (method: string, target: string, headers: Record<string, string>, body?: Buffer): Promise<number> =>
        new Promise((resolve, reject) => {
          const { hostname, port } = new URL(api.url);
          const request = http.request({ agent, hostname, port, method, path: target, headers }, (response) => {
            response.resume();
            response.once('end', () => resolve(response.statusCode!));
          });
          request.once('error', reject);
          request.end(body);
        });
      const headers = { ...api.credentialsOf(), 'content-type': 'application/json', 'content-encoding': coding };
      expect(await ask('POST', '/rest/metric/data/raw', headers, Buffer.alloc(BYTES, '{'))).toBe(406);
      expect(await ask('GET', '/livez', {})).toBe(200);
      agent.destroy();
    },
  );
});
