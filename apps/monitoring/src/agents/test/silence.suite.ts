import { Database } from '@wardstone/database';
import { JobTasks } from '@wardstone/jobs';
import { AvailabilityTimeline } from '../../availability/availability-timeline';
import { useMonitoring } from '../../test/use-monitoring';
import { MonitoringConfig } from '../../monitoring.config';
import { AgentJobs } from '../agent-jobs.service';
import { AgentQueries } from '../agent.queries';
import { AgentConfigurationQueries } from '../configurations/agent-configuration.queries';
import { AgentDriftQueries } from '../drift/agent-drift.queries';
import { MINUTE, NOW, useAgents } from './use-agents';

describe('a silent agent', () => {
  const { api, login, path, report, givenMachine } = useAgents();
  const findSilent = () => api.service.app.get(AgentJobs, { strict: false }).findSilent();

  interface Stretch {
    type: string;
    since: number;
    until: number | null;
  }
  /** The oldest first, times counted from NOW. */
  const getHistory = async (id: number): Promise<[string, number, number | null][]> => {
    const { body } = await api.get(`/rest/resource/${id}/availability/history?start=${NOW - 60 * MINUTE}`).expect(200);
    const stretches = (body as Stretch[]).reverse().filter(({ since }) => since !== 0);
    return stretches.map(({ type, since, until }) => [type, since - NOW, until === null ? null : until - NOW]);
  };
  const say = (resourceId: number, type: string, since: number) =>
    report('availability', { changesOnly: true, items: [{ resourceId, type, since }] }).expect(200);
  /** Its machine has been UP for ten minutes at its last contact. */
  async function givenSilence() {
    const { platform = 0, eth0 = 0 } = await givenMachine();
    await say(platform, 'UP', NOW - 10 * MINUTE);
    await say(eth0, 'UP', NOW - 10 * MINUTE);
    api.clock.advance(5 * MINUTE + 10_000);
    return { platform, eth0 };
  }

  it('has been DOWN since its last contact, not since the check', async () => {
    const { platform, eth0 } = await givenSilence();
    await findSilent();
    expect(await getHistory(platform)).toEqual([
      ['UP', -10 * MINUTE, 0],
      ['DOWN', 0, null],
    ]);
    expect(await getHistory(eth0)).toEqual([
      ['UP', -10 * MINUTE, 0],
      ['UNKNOWN', 0, null],
    ]);
  });

  it('gives alerts the time at which the silence began', async () => {
    const { platform } = await givenMachine();
    const definition = {
      name: 'host is down',
      enabled: true,
      conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
    };
    await api.post(`/rest/alert/definitions?resourceId=${platform}`).send(definition).expect(201);
    await say(platform!, 'UP', NOW - 10 * MINUTE);
    api.clock.advance(5 * MINUTE + 10_000);
    await findSilent();
    const { body } = await api.get(`/rest/alert?resourceId=${platform}`).expect(200);
    expect((body as { description: string }[])[0]!.description).toBe(
      `Condition 1: availability goes DOWN at ${new Date(NOW).toISOString()}, value DOWN`,
    );
  });

  it('keeps reports about its machine that are newer than its own', async () => {
    const { platform = 0 } = await givenMachine();
    await api
      .put(`/rest/resource/${platform}/availability`)
      .send({ type: 'UP', since: NOW + 2 * MINUTE })
      .expect(204);
    api.clock.advance(6 * MINUTE);
    await findSilent();
    expect(await getHistory(platform)).toEqual([
      ['UP', 2 * MINUTE, 2 * MINUTE + 1],
      ['DOWN', 2 * MINUTE + 1, null],
    ]);
  });

  it('leaves no overlapping records when its reports of that time arrive late', async () => {
    const { platform, eth0 } = await givenSilence();
    await findSilent();
    await say(platform, 'UP', NOW + 2 * MINUTE);
    await say(eth0, 'DOWN', NOW - 5 * MINUTE);
    expect(await getHistory(platform)).toEqual([
      ['UP', -10 * MINUTE, 0],
      ['DOWN', 0, 2 * MINUTE],
      ['UP', 2 * MINUTE, null],
    ]);
    expect(await getHistory(eth0)).toEqual([
      ['UP', -10 * MINUTE, -5 * MINUTE],
      ['DOWN', -5 * MINUTE, 0],
      ['UNKNOWN', 0, null],
    ]);
  });

  it('is detected once, however often it is checked', async () => {
    const { platform } = await givenSilence();
    await Promise.all([findSilent(), findSilent(), findSilent()]);
    api.clock.advance(10 * MINUTE);
    await findSilent();
    expect((await getHistory(platform)).map(([type]) => type)).toEqual(['UP', 'DOWN']);
  });

  it('is not counted for a time in which no server ran', async () => {
    const { platform } = await givenSilence();
    api.clock.advance(30 * MINUTE);
    const { app } = api.service;
    const startedNow = new AgentJobs(
      app.get(JobTasks, { strict: false }),
      app.get(AgentQueries, { strict: false }),
      app.get(AgentDriftQueries, { strict: false }),
      app.get(AgentConfigurationQueries, { strict: false }),
      app.get(AvailabilityTimeline, { strict: false }),
      app.get(Database, { strict: false }),
      app.get(MonitoringConfig),
      api.clock,
    );
    await startedNow.findSilent();
    expect((await getHistory(platform)).map(([type]) => type)).toEqual(['UP']);

    api.clock.advance(5 * MINUTE);
    await startedNow.findSilent();
    expect((await getHistory(platform)).at(-1)).toEqual(['DOWN', 0, null]);
  });

  it('is sent the maximum time of silence', async () => {
    expect((await login().get(path()).expect(200)).body).toMatchObject({ quietTimeout: 5 * MINUTE });
  });
});

describe('the time that an agent may be silent', () => {
  const api = useMonitoring(() => ({ AGENT_QUIET_TIMEOUT_MS: '120000' }));

  it('is a setting', async () => {
    const agent = api.as({ username: 'quick', roles: ['agent'], type: 'ServiceAccount' });
    await agent.put('/rest/agent/quick').send({}).expect(201);
    api.clock.advance(2 * MINUTE + 1);
    await api.service.app.get(AgentJobs, { strict: false }).findSilent();
    expect((await api.get('/rest/agent/quick').expect(200)).body).toMatchObject({
      silent: true,
      quietTimeout: 120_000,
    });
  });
});
