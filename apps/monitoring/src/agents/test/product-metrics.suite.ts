import type { Fact } from '@wardstone/alerting';
import { Database } from '@wardstone/database';
import { AlertEngine } from '../../alert-engine/alert-engine';
import { AgentJobs } from '../agent-jobs.service';
import { MINUTE, NOW, useAgents } from './use-agents';

describe('metrics of the product', () => {
  const { api, report, sync, givenMachine } = useAgents();

  /** The value of a metric, of the sample with these labels. */
  const toValue = async (name: string, labels = ''): Promise<number> => {
    const { text } = await api.get('/metrics').expect(200);
    const [, value] = new RegExp(`^${name}\\{[^}]*${labels}[^}]*\\} (\\S+)$`, 'm').exec(text) ?? [];
    return Number(value);
  };

  it('count accepted points, and those that wait to be folded, with their age', async () => {
    await givenMachine();
    const [schedule] = (await sync()).schedules;
    const before = await toValue('points_taken_total');

    const numeric = [1, 2, 3].map((value) => ({ scheduleId: schedule!.scheduleId, timestamp: NOW - value, value }));
    await report('measurements', { numeric }).expect(200);

    expect((await toValue('points_taken_total')) - before).toBe(3);
    expect(await toValue('points_uncompacted')).toBeGreaterThanOrEqual(3);
    expect(await toValue('points_uncompacted_age_seconds')).toBeGreaterThan(0);
  });

  it('count connected and silent agents, and fired alerts', async () => {
    const { platform } = await givenMachine();
    const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
    await api
      .post(`/rest/alert/definitions?resourceId=${platform}`)
      .send({ name: 'host is down', enabled: true, conditions: [down] })
      .expect(201);
    const items = [{ resourceId: platform, type: 'UP', since: NOW - 10 * MINUTE }];
    await report('availability', { changesOnly: true, items }).expect(200);
    const connected = await toValue('agents', 'state="connected"');
    const [silent, fired] = [await toValue('agents', 'state="silent"'), await toValue('alerts_fired_total')];
    expect(connected).toBeGreaterThan(0);

    api.clock.advance(5 * MINUTE + 10_000);
    await api.service.app.get(AgentJobs, { strict: false }).findSilent();

    expect(await toValue('agents', 'state="connected"')).toBe(0);
    expect(await toValue('agents', 'state="silent"')).toBe(silent + connected);
    expect(await toValue('alerts_fired_total')).toBe(fired + 1);
  });

  it('count only alerts that were stored', async () => {
    const { platform } = await givenMachine();
    await api
      .post(`/rest/alert/definitions?resourceId=${platform}`)
      .send({ name: 'down', enabled: true, conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }] })
      .expect(201);
    const before = await toValue('alerts_fired_total');
    const engine = api.service.app.get(AlertEngine, { strict: false });
    const facts = new Map<number, Fact[]>([[platform!, [{ kind: 'availability', type: 'DOWN', atMs: NOW }]]]);
    const evaluating = (end: () => void): Promise<void> =>
      api.service.app.get(Database, { strict: false }).transaction(async (tx) => {
        expect(await engine.evaluate(tx, facts)).toHaveLength(1);
        end();
      });

    const failing = evaluating(() => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await toValue('alerts_fired_total')).toBe(before);
    await evaluating(() => undefined);
    expect(await toValue('alerts_fired_total')).toBe(before + 1);
  });
});
