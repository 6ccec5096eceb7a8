import { type RoleName } from '@wardstone/auth';
import { untilSomebodyWaits } from '@wardstone/testing';
import { useMonitoring } from '../../test/use-monitoring';

const AGENTS = 40;

describe('a flood of agents', () => {
  const api = useMonitoring();
  const names = Array.from({ length: AGENTS }, (_none, n) => `flood-${n}`);
  const login = (username: string) =>
    api.as({ username, roles: ['agent'] satisfies RoleName[], type: 'ServiceAccount' });
  const report = (name: string, reportId: string) =>
    login(name).post(`/rest/agent/${name}/events`).send({ reportId, events: [] });

  beforeEach(async () => {
    for (const name of names) await login(name).put(`/rest/agent/${name}`).send({ version: '2.1', hostname: name });
  });

  it('keeps no person waiting, and loses no report', async () => {
    const sent = await api.database.transaction(async (tx) => {
      await tx.query('SELECT FROM agent FOR UPDATE');
      const reports = Promise.all(names.map((name) => report(name, 'first').then(({ status }) => status)));
      await untilSomebodyWaits(api.database);
      await api.get('/rest/resource').expect(200);
      await api.get('/rest/alert').expect(200);
      return { reports };
    });
    expect(new Set(await sent.reports)).toEqual(new Set([200]));
  });

  it('leaves polls waiting, which take no turn from reports', async () => {
    const polls = names.map((name) => login(name).get(`/rest/agent/${name}/work?wait=30`));
    let ended = 0;
    for (const poll of polls) poll.end(() => ended++);
    await Promise.all(names.map((name) => report(name, 'second').expect(200)));
    expect(ended).toBe(0);
    for (const poll of polls) poll.abort();
  });
});
