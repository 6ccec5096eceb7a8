import http from 'node:http';
import net from 'node:net';
import { eventually } from '@wardstone/testing';
import { startGateway, startUpstream } from './gateway-fixture';

describe('a gateway that is stopping', () => {
  it('finishes requests, closes kept connections, and accepts no new ones', async () => {
    const open: http.ServerResponse[] = [];
    const upstream = await startUpstream((request, response) => {
      if (request.url === '/rest/slow') open.push(response);
      else response.end('quick');
    });
    const fixture = await startGateway({ MONITORING_URL: upstream.address, DRAIN_SECONDS: 1 });
    const { gateway, port, url } = fixture;
    const agent = new http.Agent({ keepAlive: true });
    const get = (path: string) =>
      new Promise<{ status: number; text: string; connection: string | undefined }>((resolve, reject) => {
        http
          .get(url + path, { agent }, (response) => {
            let text = '';
            response.on('data', (part) => (text += String(part)));
            response.on('end', () =>
              resolve({ status: response.statusCode!, text, connection: response.headers.connection }),
            );
          })
          .on('error', reject);
      });
    try {
      expect((await get('/rest/quick')).connection).toBe('keep-alive');
      const slow = get('/rest/slow');
      await eventually('the slow request', () => open.length === 1);
      const closed = gateway.close();

      const whileDraining = await get('/rest/quick');
      expect(whileDraining).toMatchObject({ status: 200, text: 'quick', connection: 'close' });
      expect((await get('/readyz')).status).toBe(503);

      await eventually('the gateway to stop listening', () => !gateway.server.listening);
      const refused = await new Promise<string>((resolve) => {
        net.connect(port, '127.0.0.1').on('error', (error: NodeJS.ErrnoException) => resolve(error.code!));
      });
      expect(refused).toBe('ECONNREFUSED');

      open[0]!.end('whole');
      expect(await slow).toMatchObject({ status: 200, text: 'whole' });
      await closed;
    } finally {
      agent.destroy();
      await fixture.close();
      await upstream.close();
    }
  });
});
