import type { AvailabilityRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { useMonitoring } from '../../test/use-monitoring';
import { SeriesIntake } from '../series-intake.service';
import { TargetAvailability } from '../target-availability.service';
import { givenCaller } from './callers';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;

describe('the availability of a target', () => {
  const api = useMonitoring();
  const operator = givenCaller('operates', 'operator');
  beforeEach(() => api.clock.set(NOW));

  type Sample = readonly [timeMs: number, value: number];
  const send = (job: string, samples: readonly Sample[], { caller = operator, labels = {} } = {}) => {
    const all = Object.entries({ __name__: 'up', job, instance: 'a:1', ...labels });
    const series = {
      key: JSON.stringify(all),
      labels: () => all,
      times: samples.map(([time]) => time),
      values: samples.map(([, value]) => value),
    };
    return api.service.app.get(SeriesIntake, { strict: false }).store(caller, 'Prometheus Target', [series]);
  };
  const target = async (job: string): Promise<ResourceWithType> => {
    const { body } = await api.get(`/rest/resource?q=${job} a`).expect(200);
    return (body as [ResourceWithType])[0];
  };
  const isNow = async (job: string): Promise<string> => (await target(job)).availability;
  const history = async (job: string): Promise<[string, number][]> => {
    const { resourceId } = await target(job);
    const { body } = await api.get(`/rest/resource/${resourceId}/availability/history?start=1&end=${NOW}`).expect(200);
    return (body as AvailabilityRest[]).map(({ type, since }) => [type, since === 0 ? 0 : since - NOW]);
  };
  const lookForSilent = () =>
    api.service.app.get(TargetAvailability, { strict: false }).lookForSilent({ signal: new AbortController().signal });

  it.each([
    ['sent by remote write', operator],
    ['read by an agent', givenCaller('host-1', 'agent')],
  ])('follows its series up, %s', async (job, caller) => {
    await send(job, [[NOW - 3 * MINUTE, 1]], { caller });
    expect(await isNow(job)).toBe('UP');
    await send(job, [[NOW - 2 * MINUTE, 0]], { caller });
    expect(await isNow(job)).toBe('DOWN');
    await send(job, [[NOW - MINUTE, 0]], { caller });
    await send(job, [[NOW, 1]], { caller });
    expect(await history(job)).toEqual([
      ['UP', 0],
      ['DOWN', -2 * MINUTE],
      ['UP', -3 * MINUTE],
      ['UNKNOWN', 0],
    ]);
  });

  it('is that of the newest value, since its first value, whatever the order', async () => {
    await send('backlog', [
      [NOW - MINUTE, 0],
      [NOW - 3 * MINUTE, 1],
      [NOW - 2 * MINUTE, 0],
    ]);
    expect((await history('backlog'))[0]).toEqual(['DOWN', -2 * MINUTE]);
    await send('backlog', [[NOW - 4 * MINUTE, 1]]);
    expect(await isNow('backlog')).toBe('DOWN');
  });

  it('is unknown when the series ends, or has not come for five minutes', async () => {
    await send('ends', [[NOW - MINUTE, 1]]);
    await send('ends', [[NOW, NaN]]);
    expect(await isNow('ends')).toBe('UNKNOWN');
    await send('silent', [[NOW, 1]]);
    api.clock.set(NOW + 5 * MINUTE - 1);
    await lookForSilent();
    expect(await isNow('silent')).toBe('UP');
    api.clock.set(NOW + 5 * MINUTE + 1);
    await lookForSilent();
    expect(await isNow('silent')).toBe('UNKNOWN');
    await send('silent', [[api.clock.now(), 1]]);
    expect(await isNow('silent')).toBe('UP');
  });

  it('stays disabled until a user ends that, and is unchanged without such a series', async () => {
    await send('disabled', [[NOW, 1]]);
    const { resourceId } = await target('disabled');
    const report = (type: string) =>
      api.put(`/rest/resource/${resourceId}/availability`).send({ type, since: NOW, resourceId }).expect(204);
    await report('DISABLED');
    for (const value of [0, NaN, 1]) await send('disabled', [[NOW + 1, value]]);
    expect(await isNow('disabled')).toBe('DISABLED');
    await report('UNKNOWN');
    await send('disabled', [[NOW + 2, 1]]);
    expect(await isNow('disabled')).toBe('UP');
    await send('other', [[NOW, 0]], { labels: { part: 'x' } });
    await send('other', [[NOW, 0]], { labels: { __name__: 'down' } });
    expect(await isNow('other')).toBe('UNKNOWN');
  });

  it('ignores refused values', async () => {
    await send('refused', [
      [NOW, 1],
      [NOW + 25 * 60 * MINUTE, 0],
      [0, 0],
    ]);
    expect(await history('refused')).toEqual([
      ['UP', 0],
      ['UNKNOWN', 0],
    ]);
  });
});
