import type { HeartbeatRest, OnCallMessageRest, RotationRest } from '@wardstone/dto/monitoring';
import { MetricFacts } from '../../alert-engine/metric-facts.service';
import { givenMetric, givenSchedule } from '../../test/alerts/alert-fixture';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { OnCallMessages } from '../on-call-messages.service';
import { AT_ONCE, MINUTE, useOnCall } from '../../test/alerts/on-call-fixture';
import { type MailSink, openMailSink } from '../../test/alerts/sinks';

const DAY = 24 * 60 * MINUTE;

describe('messages of a rotation', () => {
  let mail: MailSink;
  beforeAll(async () => {
    mail = await openMailSink();
  });
  afterAll(() => mail.close());
  const api = useMonitoring(() => ({ ...AT_ONCE, SMTP_URL: mail.url }));
  const { person, report } = useOnCall(api);
  const messages = () => api.service.app.get(OnCallMessages, { strict: false });
  /** Runs the job at the same time on four replicas. */
  const look = () => Promise.all([1, 2, 3, 4].map(() => messages().look()));
  const takeJobs = () =>
    api.database.query<{ payload: { messageId: number } }>(
      `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
        WHERE t.id = j.task_id AND t.identifier = 'on-call.message' AND j.run_at <= greatest(now(), to_timestamp($1))
       RETURNING j.payload`,
      [api.clock.now() / 1000],
    );
  const work = async (): Promise<number> => {
    const jobs = await takeJobs();
    for (const { payload } of jobs) await messages().send(payload.messageId);
    return jobs.length;
  };
  const mailed = (): { to: string; text: string }[] =>
    mail.mails.splice(0).map(({ to, text }) => ({ to, text: text.replace(/=\r?\n/g, '').replace(/\r?\n /g, ' ') }));
  const create = async (members: readonly number[], over: object = {}): Promise<RotationRest> => {
    const body = {
      name: 'Platform',
      timeZone: 'UTC',
      turn: 'DAILY',
      handOverTime: '09:00',
      firstDay: '2026-11-30',
      members: members.map((userId) => ({ userId })),
      ...over,
    };
    return (await api.post('/rest/on-call/rotation').send(body).expect(201)).body as RotationRest;
  };
  const list = async (id: number): Promise<OnCallMessageRest[]> =>
    (await api.get(`/rest/on-call/rotation/${id}/messages`).expect(200)).body as OnCallMessageRest[];
  const clear = async (): Promise<void> => {
    await api.database.query('DELETE FROM rotation');
    await takeJobs();
    mail.mails.length = 0;
  };

  it('are sent to both people at a handover once, across replicas and restarts', async () => {
    await clear();
    const [ann, bob] = [await person('ann'), await person('bob')];
    const resource = await givenResource(api.database, { name: 'web-1' });
    await report(resource, 'DOWN');
    api.clock.set(Date.parse('2026-11-30T10:00:00Z'));
    const { id } = await create([ann, bob]);
    await look();
    expect([await work(), mailed()]).toEqual([0, []]);
    api.clock.set(Date.parse('2026-12-01T09:00:30Z'));
    await look();
    await look();
    const jobs = await takeJobs();
    expect(jobs).toHaveLength(2);
    // Each job runs twice, as it does when a process is killed after sending.
    for (const { payload } of [...jobs, ...jobs]) await messages().send(payload.messageId);
    const sent = mailed();
    expect(sent.map(({ to }) => to).sort()).toEqual(['ann@example.test', 'bob@example.test']);
    const toBob = sent.find(({ to }) => to.startsWith('bob'))!.text;
    expect(toBob).toContain('Subject: You are on call for Platform until Wed, 2 Dec 2026, 09:00 (UTC)');
    expect(toBob).toContain('ann takes over then.');
    expect(toBob).toContain('Open problems: 1 medium.');
    // The type of a resource does not describe its problem.
    expect(toBob).toContain('web-1: DOWN, medium, since Thu, 15 Jan 2026, 12:00');
    expect(toBob).toContain('https://mon.example.test');
    expect(toBob).not.toContain('X-Wardstone-Alert');
    expect(sent.find(({ to }) => to.startsWith('ann'))!.text).toContain(
      'Your shift for Platform is over: bob is on call',
    );
    expect(await list(id)).toMatchObject([
      { kind: 'OUTGOING', login: 'ann', attempts: 1, state: 'SUCCESS', message: 'sent to [ann@example.test]' },
      { kind: 'INCOMING', login: 'bob', attempts: 1, state: 'SUCCESS', settled: true },
    ]);
  });

  it('list the values of open alerts, and the last signals of silent heartbeats', async () => {
    await clear();
    const [ann, bob] = [await person('ann'), await person('bob')];
    api.clock.set(Date.parse('2026-11-30T10:00:00Z'));
    const host = await givenResource(api.database, { name: 'web-1' });
    const type = await givenType(api.database);
    const disk = await givenResource(api.database, { type, name: '/var', parent: host });
    const metric = await givenMetric(api.database, type, { display_name: 'Used Percentage', unit: 'PERCENTAGE' });
    const scheduleId = await givenSchedule(api.database, disk, metric);
    const define = (resourceId: number, name: string, condition: object) =>
      api
        .post(`/rest/alert/definitions?resourceId=${resourceId}`)
        .send({ name, enabled: true, priority: 'HIGH', conditions: [condition] })
        .expect(201);
    const threshold = { category: 'THRESHOLD', comparator: '>', threshold: 0.9, measurementDefinition: metric.id };
    await define(disk.id, 'Disk almost full', threshold);
    const values = [{ scheduleId, timeStamp: api.clock.now(), value: 0.97 }];
    await api.post('/rest/metric/data/raw').send(values).expect(204);
    await api.service.app.get(MetricFacts, { strict: false }).drain();
    const heartbeat = { resourceId: host.id, name: 'backup', seconds: 900, source: { kind: 'PING' } };
    const { body } = await api.post('/rest/heartbeat').send(heartbeat).expect(201);
    await define((body as HeartbeatRest).id, 'Backup is late', { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' });
    await report(body as HeartbeatRest, 'DOWN');
    await create([ann, bob]);
    await look();
    api.clock.set(Date.parse('2026-12-01T09:00:30Z'));
    await look();
    await work();
    const toBob = mailed().find(({ to }) => to.startsWith('bob'))!.text;
    expect(toBob).toContain('web-1 / /var: Disk almost full, 97 %, high, since Mon, 30 Nov 2026, 10:00');
    expect(toBob).toContain('web-1 / backup: Backup is late, no signal yet, high, since Mon, 30 Nov 2026, 10:00');
  });

  it('are sent once after an outage, and not at all when they are disabled', async () => {
    await clear();
    const [ann, bob] = [await person('ann'), await person('bob')];
    api.clock.set(Date.parse('2026-11-30T10:00:00Z'));
    await create([ann, bob]);
    const { id: silent } = await create([ann, bob], { name: 'Silent', handoverMessage: false });
    await look();
    // Three handovers later.
    api.clock.set(Date.parse('2026-12-03T12:00:00Z'));
    await look();
    expect(await work()).toBe(2);
    expect(
      mailed()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(['ann@example.test', 'bob@example.test']);
    expect(await list(silent)).toEqual([]);
    await api.get('/rest/on-call/rotation/999999/messages').expect(404);
  });

  it('are tested each week at the time of the rotation', async () => {
    await clear();
    const ann = await person('ann');
    api.clock.set(Date.parse('2026-12-01T12:00:00Z'));
    const { id, testDay, testTime } = await create([ann], { testDay: 'WE', testTime: '10:00' });
    expect([testDay, testTime]).toEqual(['WE', '10:00']);
    await look();
    for (const week of [0, 1, 2]) {
      api.clock.set(Date.parse('2026-12-02T10:00:20Z') + week * 7 * DAY);
      await look();
      await look();
      expect(await work()).toBe(1);
      const [only, ...others] = mailed();
      expect(others).toEqual([]);
      expect(only!.text).toContain('Subject: Test of the on-call rotation Platform');
      expect(only!.text).toContain('no alert has fired.');
    }
    expect((await list(id)).map(({ kind }) => kind)).toEqual(['TEST', 'TEST', 'TEST']);
    await api
      .post('/rest/on-call/rotation')
      .send({
        name: 'x',
        timeZone: 'UTC',
        turn: 'DAILY',
        firstDay: '2026-11-30',
        members: [{ userId: ann }],
        testDay: 'WE',
      })
      .expect(406);
  });

  it('are not sent once the shift that they report is over, and say why', async () => {
    await clear();
    const [ann, bob] = [await person('ann'), await person('bob')];
    api.clock.set(Date.parse('2026-11-30T10:00:00Z'));
    const { id } = await create([ann, bob]);
    await look();
    api.clock.set(Date.parse('2026-12-01T09:00:30Z'));
    await look();
    for (const name of ['ann', 'bob']) mail.unknown.set(`${name}@example.test`, 'now');
    await work();
    mail.unknown.clear();
    // The turn after, it is ann's again.
    api.clock.set(Date.parse('2026-12-02T09:00:01Z'));
    await work();
    expect(mailed()).toEqual([]);
    expect(await list(id)).toMatchObject([
      { kind: 'OUTGOING', login: 'ann', state: 'FAILURE', settled: true, message: 'ann is on call again' },
      { kind: 'INCOMING', login: 'bob', state: 'FAILURE', settled: true, message: 'bob is no longer on call' },
    ]);
  });

  it('are retried, and show their outcome', async () => {
    await clear();
    const [ann, bob] = [await person('ann'), await person('bob')];
    api.clock.set(Date.parse('2026-11-30T10:00:00Z'));
    const { id } = await create([ann, bob]);
    await look();
    api.clock.set(Date.parse('2026-12-01T09:00:30Z'));
    await look();
    for (const name of ['ann', 'bob']) mail.unknown.set(`${name}@example.test`, 'now');
    await work();
    expect(await list(id)).toMatchObject([
      { state: 'FAILURE', settled: false, attempts: 1 },
      { state: 'FAILURE', settled: false, attempts: 1 },
    ]);
    mail.unknown.clear();
    api.clock.advance(MINUTE);
    await work();
    expect(await list(id)).toMatchObject([
      { state: 'SUCCESS', settled: true, attempts: 2 },
      { state: 'SUCCESS', settled: true, attempts: 2 },
    ]);
  });
});
