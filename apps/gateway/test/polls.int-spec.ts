import type { ServerResponse } from 'node:http';
import { eventually } from '@wardstone/testing';
import { basic, type GatewayFixture, type HttpUpstream, startGateway, startUpstream } from './gateway-fixture';

describe('agents that wait for work', () => {
  const AGENTS = 40;
  const held: ServerResponse[] = [];
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    upstream = await startUpstream((request, response) => {
      if (request.url!.includes('/work?')) held.push(response);
      else response.end('[]');
    });
    fixture = await startGateway({ MONITORING_URL: upstream.address });
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const get = (path: string, user = 'admin'): Promise<Response> =>
    fetch(`${fixture.url}${path}`, { headers: { Authorization: basic(user) } });
  const metrics = async (): Promise<string> => (await get('/metrics')).text();
  const gauge = (text: string, name: string): number => Number(new RegExp(`^${name}\\S* (\\d+)$`, 'm').exec(text)?.[1]);
  const observed = (text: string): number =>
    [...text.matchAll(/^http_request_duration_seconds_count\{[^}]*route="\/rest\/\*"[^}]*\} (\d+)$/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );

  it('are neither counted as in flight nor as slow, but their refusals are counted', async () => {
    const polls = Array.from({ length: AGENTS }, (_, i) => get(`/rest/agent/host-${i}/work?max=10&wait=25`));
    await eventually('all polls at the service', () => held.length === AGENTS);

    const during = await metrics();
    expect(gauge(during, 'agent_polls_waiting')).toBe(AGENTS);
    expect(gauge(during, 'http_requests_in_flight')).toBe(1);

    for (const response of held) response.end('[]');
    for (const poll of polls) expect((await poll).status).toBe(200);
    await eventually('the end of all polls', async () => gauge(await metrics(), 'agent_polls_waiting') === 0);
    expect(observed(await metrics())).toBe(0);

    expect((await get('/rest/agent/host-1/work?wait=25', 'stranger')).status).toBe(401);
    expect((await get('/rest/agent/host-1/sync')).status).toBe(200);
    await eventually('both durations', async () => observed(await metrics()) === 2);
    expect(gauge(await metrics(), 'http_requests_in_flight')).toBe(1);
  });

  it('log in, which is counted by scheme and outcome', async () => {
    const counts = async (): Promise<number[]> => {
      const text = await metrics();
      return ['accepted', 'refused'].map((outcome) =>
        Number(
          new RegExp(`^logins_total\\{scheme="basic",outcome="${outcome}"[^}]*\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
        ),
      );
    };
    const [accepted, refused] = (await counts()) as [number, number];
    await get('/rest/agent/host-1/sync', 'stranger');
    await get('/rest/agent/host-1/sync');
    const [acceptedThen, refusedThen] = (await counts()) as [number, number];
    expect(refusedThen - refused).toBe(1);
    expect(acceptedThen - accepted).toBeLessThanOrEqual(1);
  });
});
