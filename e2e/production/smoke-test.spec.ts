import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { renderLandingPage } from '../../apps/gateway/src/pages/landing-page';
import type { Health } from '../../apps/gateway/src/pages/upstream-health';
import { CHART, workspaceRoot } from '../../tools/workspace';

const program = fs.readFileSync(path.join(workspaceRoot(), CHART, 'smoke-test.mjs'), 'utf8');
const SERVICES = ['compliance', 'monitoring', 'error-registry'] as const;

/** Runs it beside a gateway whose services are in these states. */
async function smokeTest(health: readonly Health[], { keys = [{}], isLate = false } = {}): Promise<[number, string]> {
  const states = SERVICES.map((service, at) => ({
    ...{ service, title: service, prefix: `/${service}`, address: new URL('http://x'), health: health[at]! },
  }));
  const pages: Record<string, string> = {
    '/readyz': '{"status":"ready"}',
    '/auth/jwks.json': JSON.stringify({ keys }),
    '/services': renderLandingPage(states as unknown as Parameters<typeof renderLandingPage>[0], undefined),
  };
  let asked = 0;
  const server = http.createServer(({ url }, response) => {
    asked++;
    response.writeHead(isLate && asked === 1 ? 503 : 200).end(pages[url!]);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const GATEWAY = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, GATEWAY, ATTEMPTS: '2' },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return [code, said];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the smoke test of the chart', () => {
  it('passes when the gateway, its keys and all services are there, also a moment late', async () => {
    expect(await smokeTest(['ready', 'ready', 'ready'])).toEqual([0, expect.stringContaining('/services: as')]);
    expect((await smokeTest(['ready', 'ready', 'ready'], { isLate: true }))[0]).toBe(0);
  });

  it.each(['not ready', 'unreachable'] as const)('fails when a service is %s, and says which', async (health) => {
    expect(await smokeTest(['ready', health, 'ready'])).toEqual([1, expect.stringMatching(`monitoring\\s+${health}`)]);
  });

  it('fails without a key', async () => {
    expect(await smokeTest(['ready', 'ready', 'ready'], { keys: [] })).toEqual([
      1,
      expect.stringContaining('/auth/jwks.json: 200'),
    ]);
  });
});
