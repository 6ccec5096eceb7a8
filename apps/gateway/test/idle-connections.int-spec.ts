import type { Socket } from 'node:net';
import { eventually } from '@wardstone/testing';
import { startGateway, startUpstream } from './gateway-fixture';

describe('connections of the gateway to a service', () => {
  it('are closed by the gateway when they are not used, long before the service would', async () => {
    const open = new Set<Socket>();
    let opened = 0;
    const upstream = await startUpstream((request, response) => {
      request.resume();
      request.on('end', () => {
        if (!open.has(request.socket)) {
          opened++;
          open.add(request.socket);
          request.socket.once('close', () => open.delete(request.socket));
        }
        // The service would keep the connection for ten minutes.
        response.setHeader('Keep-Alive', 'timeout=600');
        response.end('answered');
      });
    });
    const fixture = await startGateway({ MONITORING_URL: upstream.address, UPSTREAM_IDLE_MS: 150 });
    try {
      await (await fetch(`${fixture.url}/rest/without-body`)).text();
      const body = new Blob(['sent']).stream();
      await (await fetch(`${fixture.url}/rest/with-body`, { method: 'POST', body, duplex: 'half' })).text();
      expect(opened).toBeGreaterThan(0);
      await eventually('the idle connections to close', () => open.size === 0);
    } finally {
      await fixture.close();
      await upstream.close();
    }
  });

  it('that carry a request are not closed, however long the response takes', async () => {
    const upstream = await startUpstream((request, response) => {
      request.resume();
      setTimeout(() => response.end('late'), 700);
    });
    const fixture = await startGateway({ MONITORING_URL: upstream.address, UPSTREAM_IDLE_MS: 150 });
    try {
      expect(await (await fetch(`${fixture.url}/rest/get`)).text()).toBe('late');
      expect(await (await fetch(`${fixture.url}/rest/post`, { method: 'POST', body: 'sent' })).text()).toBe('late');
    } finally {
      await fixture.close();
      await upstream.close();
    }
  });
});
