import { performance } from 'node:perf_hooks';
import { loadConfig } from '@wardstone/config';
import { Database } from '@wardstone/database';
import { eventually, TEST_ORG, useApi } from '@wardstone/testing';
import { MonitoringConfig } from '../../monitoring.config';
import { monitoringService } from '../../service';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { FactSources } from '../fact-sources.service';
import { MetricFactQueries } from '../metric-fact.queries';
import { MetricFacts } from '../metric-facts.service';
import { RuleStateQueries } from '../rule-state.queries';
import { WatchedSchedules } from '../watched-schedules';
import { givenMeasured, givenMetric, givenSchedule, overTen } from '../../test/alerts/alert-fixture';
import { RuleStates } from '../rule-states';

const NOW = Date.UTC(2026, 0, 15, 12);

describe('live facts', () => {
  const api = useMonitoring();
  // Another replica on the same database.
  const other = useApi({
    service: () =>
      monitoringService(
        loadConfig(MonitoringConfig, {
          HOST: '127.0.0.1',
          DATABASE_URL: api.database.url,
          PUBLIC_BASE_URL: PUBLIC_URL,
          JOBS_PER_PROCESS: '0',
          SERVED_ORGANISATIONS: TEST_ORG,
        }),
      ),
  });
  const db = () => api.database;
  const toPart = <T>(service: typeof other, type: new (...parts: never[]) => T): T =>
    service.service.app.get(type, { strict: false });

  /** A replica evaluates new values by the definitions it was last notified of, which lags behind a change. */
  const awaitForget = async (replica: typeof other, { id }: { id: number }): Promise<{ done: Promise<void> }> => {
    const schedules = toPart(replica, WatchedSchedules);
    expect(await schedules.listen()).toBe(true);
    return {
      done: new Promise((resolve) => {
        jest.spyOn(schedules, 'forget').mockImplementation((ids) => {
          WatchedSchedules.prototype.forget.call(schedules, ids);
          if (ids === 'all' || ids.includes(id)) resolve();
        });
      }),
    };
  };

  async function define(resource: { id: number }, body: object): Promise<number> {
    const sent = { name: 'a', enabled: true, ...body };
    const response = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(sent).expect(201);
    return (response.body as { id: number }).id;
  }
  const firedOn = async (resource: { id: number }): Promise<number[]> => {
    const { body } = await api.get(`/rest/alert?resourceId=${resource.id}`).expect(200);
    return (body as { alertDefinition: { id: number } }[]).map(({ alertDefinition }) => alertDefinition.id).reverse();
  };
  let time = NOW;
  const submit = async (scheduleId: number, value: number, replica: typeof other = api): Promise<void> => {
    await replica
      .post('/rest/metric/data/raw')
      .send([{ scheduleId, timeStamp: time++, value }])
      .expect(204);
    await toPart(replica, MetricFacts).drain();
  };
  /** Changes the definition so that a value of 9 meets it. */
  const lower = async (definitionId: number, metric: { id: number }): Promise<void> => {
    const { body } = await api.get(`/rest/alert/definition/${definitionId}?full=true`).expect(200);
    const [condition] = (body as { conditions: { id: number }[] }).conditions;
    await api
      .put(`/rest/alert/condition/${condition!.id}`)
      .send({ ...overTen(metric), threshold: 8 })
      .expect(200);
  };
  const leftBehind = () => db().query(`SELECT 1 FROM metric_watched`);

  describe('of traits', () => {
    it('fire when a trait changes from its previous value, and by its text', async () => {
      const type = await givenType(db());
      const resource = await givenResource(db(), { type });
      const metric = await givenMetric(db(), type, { data_type: 'TRAIT' });
      const scheduleId = await givenSchedule(db(), resource, metric);
      const report = (value: string) =>
        api.put(`/rest/metric/data/${scheduleId}/trait/${time++}`).send({ value }).expect(200);
      await report('RHEL 9.4');
      const trait = { category: 'TRAIT', measurementDefinition: metric.id };
      const changed = await define(resource, { conditions: [trait] });
      const ten = await define(resource, { conditions: [{ ...trait, option: '10.*' }] });
      await report('RHEL 9.4');
      expect(await firedOn(resource)).toEqual([]);
      await report('RHEL 10.1');
      expect(await firedOn(resource)).toEqual([changed, ten]);
      await report('RHEL 10.1');
      expect(await firedOn(resource)).toEqual([changed, ten, ten]);
    });
  });

  describe('of resources', () => {
    it('fire when a configuration changes, and when watched files do', async () => {
      const resource = await givenResource(db());
      const configuration = await define(resource, { conditions: [{ category: 'RESOURCE_CONFIG' }] });
      const drift = await define(resource, {
        conditions: [{ category: 'DRIFT', name: 'conf.*', option: 'etc/.*' }],
      });
      const sources = toPart(api, FactSources);
      const report = { definition: 'config-files', paths: ['etc/a.toml'], isInitial: false, timeMs: NOW };
      await db().transaction(async (tx) => {
        await sources.configurationChanged(tx, resource.id, NOW);
        await sources.driftReported(tx, resource.id, { ...report, isInitial: true });
        await sources.driftReported(tx, resource.id, { ...report, paths: ['var/etc/a'] });
        await sources.driftReported(tx, resource.id, { ...report, definition: 'my conf' });
        await sources.driftReported(tx, resource.id, report);
      });
      expect(await firedOn(resource)).toEqual([configuration, drift]);
    });
  });

  describe('of metrics', () => {
    const change = (metric: { id: number }): object => ({
      category: 'CHANGE',
      measurementDefinition: metric.id,
    });

    it('compare with the value that was stored before the definition, compacted or not', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      await submit(scheduleId, 5);
      const forgotten = await awaitForget(api, resource);
      const id = await define(resource, { conditions: [change(metric)] });
      await forgotten.done;
      await submit(scheduleId, 5);
      expect(await firedOn(resource)).toEqual([]);
      await submit(scheduleId, 6);
      expect(await firedOn(resource)).toEqual([id]);
      const silent = await givenMeasured(db());
      await define(silent.resource, { conditions: [change(silent.metric)] });
      await submit(silent.scheduleId, 1);
      expect(await firedOn(silent.resource)).toEqual([]);
    });

    it('compare with the present baseline', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const id = await define(resource, {
        conditions: [
          { category: 'BASELINE', option: 'max', comparator: '>', threshold: 1.5, measurementDefinition: metric.id },
        ],
      });
      await submit(scheduleId, 500);
      expect(await firedOn(resource)).toEqual([]);
      await api
        .put(`/rest/metric/data/${scheduleId}/baseline`)
        .send({ min: 0, max: 300, mean: 200, computeTime: NOW })
        .expect(201);
      await submit(scheduleId, 450);
      await submit(scheduleId, 451);
      expect(await firedOn(resource)).toEqual([id]);
    });

    it('are evaluated by changed definitions from the commit on, without waiting for a notification', async () => {
      const { resource, metric } = await givenMeasured(db());
      const id = await define(resource, { conditions: [overTen(metric)] });
      // Does not listen.
      const schedules = new WatchedSchedules(toPart(api, MetricFactQueries), toPart(api, MonitoringConfig));
      const forget = jest.spyOn(schedules, 'forget');
      const change = (fails: boolean): Promise<void> =>
        toPart(api, Database).transaction(async (tx) => {
          await new RuleStates(new RuleStateQueries(), schedules).bumpVersion(tx, [id], { resets: false });
          expect(forget).not.toHaveBeenCalled();
          if (fails) throw new Error('rolled back');
        });

      await expect(change(true)).rejects.toThrow('rolled back');
      expect(forget).not.toHaveBeenCalled();
      await change(false);
      expect(forget.mock.calls).toEqual([[[resource.id]]]);
    });

    it('leave nothing in the database once they are evaluated, nor without a condition', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      await submit(scheduleId, 11);
      await define(resource, { conditions: [overTen(metric)] });
      await submit(scheduleId, 11);
      expect(await leftBehind()).toEqual([]);
      expect(await firedOn(resource)).toHaveLength(1);
    });

    it('that meet no condition are not kept once their process knows the definitions, but evaluated by changed ones', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const id = await define(resource, { conditions: [overTen(metric)] });
      await submit(scheduleId, 9);
      const onCommit = jest.spyOn(toPart(api, MetricFacts), 'onCommit');
      await submit(scheduleId, 9);
      expect(onCommit).not.toHaveBeenCalled();
      await submit(scheduleId, 11);
      expect(onCommit).toHaveBeenCalledTimes(1);
      onCommit.mockRestore();
      await lower(id, metric);
      await submit(scheduleId, 9);
      expect(await firedOn(resource)).toEqual([id, id]);
    });

    it('are evaluated once when their process dies in between', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const id = await define(resource, { conditions: [overTen(metric)] });
      const facts = toPart(other, MetricFacts);
      // Stored and committed, but never evaluated by the process that stored it.
      const onCommit = jest.spyOn(facts, 'onCommit').mockImplementation(() => undefined);
      await submit(scheduleId, 11, other);
      await submit(scheduleId, 9, other);
      onCommit.mockRestore();
      expect(await firedOn(resource)).toEqual([]);
      expect(await leftBehind()).toHaveLength(2);
      const survivors = [toPart(api, MetricFacts), facts];
      await Promise.all(survivors.map((survivor) => survivor.takeLeft(0)));
      expect(await firedOn(resource)).toEqual([id]);
      expect(await leftBehind()).toEqual([]);
    });

    it('are evaluated jointly by all replicas', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const id = await define(resource, {
        dampeningCategory: 'CONSECUTIVE_COUNT',
        dampeningCount: 10,
        conditions: [overTen(metric)],
      });
      await Promise.all(Array.from({ length: 30 }, (_, i) => submit(scheduleId, 11, i % 2 === 0 ? api : other)));
      await toPart(api, MetricFacts).drain();
      await toPart(other, MetricFacts).drain();
      expect(await firedOn(resource)).toEqual([id, id, id]);
    });

    it('that only count are counted before one that may fire, in their order', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const counted = { dampeningCategory: 'CONSECUTIVE_COUNT', dampeningCount: 3, conditions: [overTen(metric)] };
      const id = await define(resource, counted);
      await submit(scheduleId, 9);
      for (const value of [11, 11, 9, 11, 11, 11]) {
        await api
          .post('/rest/metric/data/raw')
          .send([{ scheduleId, timeStamp: time++, value }])
          .expect(204);
      }
      await eventually('the evaluation', async () => (await leftBehind()).length === 0);
      expect(await firedOn(resource)).toEqual([id]);
    });

    it('that wait for others are not evaluated by a definition that is created later', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const forgotten = await awaitForget(other, resource);
      const counted = { dampeningCategory: 'CONSECUTIVE_COUNT', dampeningCount: 3, conditions: [overTen(metric)] };
      const id = await define(resource, counted);
      await forgotten.done;
      await submit(scheduleId, 9, other);
      for (const value of [11, 11]) {
        await other
          .post('/rest/metric/data/raw')
          .send([{ scheduleId, timeStamp: time++, value }])
          .expect(204);
      }
      const later = await define(resource, { conditions: [overTen(metric)] });
      expect(await leftBehind()).toEqual([]);
      await toPart(other, MetricFacts).drain();
      expect(await firedOn(resource)).toEqual([]);
      await submit(scheduleId, 11, other);
      expect((await firedOn(resource)).sort()).toEqual([id, later]);
    });

    it('that meet no condition end what another replica has counted', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const forgotten = await awaitForget(other, resource);
      const counted = { dampeningCategory: 'CONSECUTIVE_COUNT', dampeningCount: 2, conditions: [overTen(metric)] };
      const id = await define(resource, counted);
      await forgotten.done;
      for (const replica of [api, other]) await submit(scheduleId, 9, replica);
      await submit(scheduleId, 11);
      await submit(scheduleId, 9, other);
      await submit(scheduleId, 11);
      expect(await firedOn(resource)).toEqual([]);
      await submit(scheduleId, 11, other);
      expect(await firedOn(resource)).toEqual([id]);
    });

    it('that change nothing do not wait for other evaluations or changes', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const id = await define(resource, { conditions: [overTen(metric)] });
      await submit(scheduleId, 9);
      await db().transaction(async (tx) => {
        await tx.query(`SELECT 1 FROM alert_progress p WHERE p.resource_id = $1 FOR UPDATE`, [resource.id]);
        await submit(scheduleId, 9);
        expect(await leftBehind()).toEqual([]);
      });
      await submit(scheduleId, 11);
      expect(await firedOn(resource)).toEqual([id]);
    });

    it('are evaluated by a condition that another replica has changed', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const forgotten = await awaitForget(other, resource);
      const id = await define(resource, { conditions: [overTen(metric)] });
      await forgotten.done;
      await submit(scheduleId, 9, other);
      const { body } = await api.get(`/rest/alert/definition/${id}`).expect(200);
      const [{ id: conditionId }] = (body as { conditions: [{ id: number }] }).conditions;
      const changed = await awaitForget(other, resource);
      await api
        .put(`/rest/alert/condition/${conditionId}`)
        .send({ ...overTen(metric), threshold: 5 })
        .expect(200);
      await changed.done;
      await submit(scheduleId, 9, other);
      expect(await firedOn(resource)).toEqual([id]);
    });

    it('are evaluated by a definition that another replica has changed', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      await submit(scheduleId, 11, other);
      const forgotten = await awaitForget(other, resource);
      const id = await define(resource, { conditions: [overTen(metric)] });
      await forgotten.done;
      await submit(scheduleId, 11, other);
      expect(await firedOn(resource)).toEqual([id]);
      await api.put(`/rest/alert/definition/${id}`).send({ enabled: false }).expect(200);
      await submit(scheduleId, 11, other);
      expect(await firedOn(resource)).toEqual([id]);
    });

    it('are not missed while the LISTEN connection is lost', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      await submit(scheduleId, 11);
      await db().query(
        `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
          WHERE a.application_name LIKE '%(alerts)' AND a.datname = current_database()`,
      );
      const id = await define(resource, { conditions: [overTen(metric)] });
      await submit(scheduleId, 11);
      expect(await firedOn(resource)).toEqual([id]);
    });

    it('are evaluated by changed definitions although the LISTEN connection has silently died', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const id = await define(resource, { conditions: [overTen(metric)] });
      await submit(scheduleId, 9, other);
      const listeners = await db().query<{ pid: number }>(
        `SELECT a.pid FROM pg_stat_activity a
          WHERE a.application_name LIKE '%(alerts)' AND a.datname = current_database()`,
      );
      for (const { pid } of listeners) process.kill(pid, 'SIGSTOP');
      try {
        await lower(id, metric);
        const now = performance.now.bind(performance);
        jest.spyOn(performance, 'now').mockImplementation(() => now() + 6_000);
        await submit(scheduleId, 9, other);
        expect(await firedOn(resource)).toEqual([id]);
      } finally {
        jest.restoreAllMocks();
        for (const { pid } of listeners) process.kill(pid, 'SIGCONT');
      }
    });

    it('of one resource do not delay others when their evaluation fails, and are retried', async () => {
      const [bad, good] = [await givenMeasured(db()), await givenMeasured(db())];
      const ids = [];
      for (const { resource, metric } of [bad, good]) {
        ids.push(await define(resource, { conditions: [overTen(metric)] }));
      }
      await db().query(`ALTER TABLE alert_condition_log ADD CONSTRAINT ck_no_log CHECK (value <> '13') NOT VALID`);
      const points = [
        { scheduleId: bad.scheduleId, timeStamp: time++, value: 13 },
        { scheduleId: good.scheduleId, timeStamp: time++, value: 12 },
      ];
      await api.post('/rest/metric/data/raw').send(points).expect(204);
      const facts = toPart(api, MetricFacts);
      await facts.drain();
      expect(await firedOn(bad.resource)).toEqual([]);
      expect(await firedOn(good.resource)).toEqual([ids[1]]);
      await facts.takeLeft(0);
      expect(await firedOn(bad.resource)).toEqual([]);
      expect(await leftBehind()).toHaveLength(1);
      await db().query(`ALTER TABLE alert_condition_log DROP CONSTRAINT ck_no_log`);
      await facts.takeLeft(0);
      expect(await firedOn(bad.resource)).toEqual([ids[0]]);
      expect(await firedOn(good.resource)).toEqual([ids[1]]);
      expect(await leftBehind()).toEqual([]);
    });

    it('no longer fire for a group that is deleted', async () => {
      const { resource, metric, scheduleId } = await givenMeasured(db());
      const group = await givenGroup(db(), { members: [resource] });
      const body = { name: 'a', enabled: true, conditions: [overTen(metric)] };
      await api.post(`/rest/alert/definitions?groupId=${group.id}`).send(body).expect(201);
      await submit(scheduleId, 11);
      expect(await firedOn(resource)).toHaveLength(1);
      await api.delete(`/rest/group/${group.id}`).expect(204);
      await submit(scheduleId, 11);
      expect(await firedOn(resource)).toHaveLength(1);
    });
  });
});
