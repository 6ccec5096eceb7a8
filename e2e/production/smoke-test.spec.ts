import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config';
import { toServiceStates } from '../../apps/gateway/src/pages/service-states';
import type { Health } from '../../apps/gateway/src/pages/upstream-health';
import { listUpstreams } from '../../apps/gateway/src/upstreams';
import { CHART, workspaceRoot } from '../../tools/workspace';

const program = fs.readFileSync(path.join(workspaceRoot(), CHART, 'smoke-test.mjs'), 'utf8');
const SERVICES = listUpstreams(new GatewayConfig());

/** Runs it against a gateway whose services are ready but for those named. */
async function smokeTest(
  states: Partial<Record<string, Health>> = {},
  { keys = [{}], isLate = false, expected = SERVICES.map(({ service }) => service).join() } = {},
): Promise<[number, string]> {
  const services = SERVICES.map((upstream) => ({ ...upstream, health: states[upstream.service] ?? 'ready' }));
  const responses: Record<string, unknown> = {
    '/readyz': { status: 'ready' },
    '/auth/jwks.json': { keys },
    '/services': toServiceStates(services),
  };
  let requestCount = 0;
  const server = http.createServer(({ url, headers }, response) => {
    requestCount++;
    const status = headers.accept !== 'application/json' ? 406 : isLate && requestCount === 1 ? 503 : 200;
    response.writeHead(status).end(JSON.stringify(responses[url!]));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const GATEWAY = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, GATEWAY, ATTEMPTS: '2', SERVICES: expected },
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
  it('passes when the gateway, its keys and all services are ready, also a moment late', async () => {
    expect(await smokeTest()).toEqual([0, expect.stringContaining('/services: ok')]);
    expect((await smokeTest({}, { isLate: true }))[0]).toBe(0);
  });

  it.each([
    ['monitoring', 'not ready'],
    ['error-registry', 'unreachable'],
  ] as const)('fails when %s is %s, with a message', async (service, health) => {
    const line = expect.stringContaining(`"service":"${service}","state":"${health}"`);
    expect(await smokeTest({ [service]: health })).toEqual([1, line]);
  });

  it('fails when the gateway expects other services than are installed', async () => {
    for (const expected of ['', 'compliance,monitoring', 'compliance,monitoring,error-registry,another']) {
      expect(await smokeTest({}, { expected })).toEqual([1, expect.stringContaining('/services: 200')]);
    }
  });

  it('fails without a key', async () => {
    expect(await smokeTest({}, { keys: [] })).toEqual([1, expect.stringContaining('/auth/jwks.json: 200')]);
  });

  it('leaves no access to the gateway behind, whether it passes or fails', () => {
    const template = fs.readFileSync(path.join(workspaceRoot(), CHART, 'templates/tests/smoke-test.yaml'), 'utf8');
    const policies = template.split('\n---\n').filter((document) => document.includes('kind: NetworkPolicy'));
    expect(policies).toHaveLength(2);
    for (const policy of policies) {
      expect(policy).toContain('helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded,hook-failed\n');
    }
  });
});
