import type { RoleName } from '@wardstone/auth';
import { eventually, untilSomebodyWaits } from '@wardstone/testing';
import { useMonitoring } from '../../test/use-monitoring';
import { MINUTE, NOW } from './use-agents';

/** More than the pool has connections. */
const AGENTS = 40;

describe('agents that wait for locks', () => {
  const api = useMonitoring();
  const names = Array.from({ length: AGENTS }, (_none, n) => `flood-${n}`);
  const login = (username: string) =>
    api.as({ username, roles: ['agent'] satisfies RoleName[], type: 'ServiceAccount' });
  const register = (name: string) => login(name).put(`/rest/agent/${name}`).send({ version: '2.1', hostname: name });
  const report = (name: string, reportId: string) =>
    login(name).post(`/rest/agent/${name}/events`).send({ reportId, events: [] });
  const countWaiting = async (): Promise<number> => {
    const { text } = await api.get('/metrics').expect(200);
    return Number(/^agent_requests_waiting\{[^}]*\} (\d+)$/m.exec(text)![1]);
  };
  const sync = (name: string) => login(name).get(`/rest/agent/${name}/sync`);

  beforeEach(async () => {
    api.clock.set(NOW);
    for (const name of names) await register(name);
  });

  it.each([
    ['reports', (name: string) => report(name, 'first')],
    ['registrations', register],
    ['signs of life', sync],
  ])('do not delay people, and lose no request: %s', async (_kind, send) => {
    api.clock.set(NOW + 2 * MINUTE);
    const sent = await api.database.transaction(async (tx) => {
      await tx.query('SELECT FROM agent FOR UPDATE');
      const statuses = Promise.all(names.map((name) => send(name).then(({ status }) => status)));
      await untilSomebodyWaits(api.database);
      await api.get('/rest/resource').expect(200);
      await api.get('/rest/alert').expect(200);
      return { statuses };
    });
    expect(new Set(await sent.statuses)).toEqual(new Set([200]));
  });

  it('keep no other agent waiting, and are refused for a while when too many are of one agent', async () => {
    const [locked, other] = names as [string, string];
    const sent = await api.database.transaction(async (tx) => {
      await tx.query('SELECT FROM agent WHERE name = $1 FOR UPDATE', [locked]);
      const responses = Promise.all(Array.from({ length: 54 }, (_none, n) => report(locked, `${n}`)));
      await eventually('reports that wait', async () => (await countWaiting()) === 50);
      await report(other, 'second').expect(200);
      return { responses };
    });
    const responses = await sent.responses;
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(5);
  });
});
