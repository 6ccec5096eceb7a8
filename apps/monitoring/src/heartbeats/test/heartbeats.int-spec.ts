import type { AlertRest, HeartbeatRest } from '@wardstone/dto/monitoring';
import { newSecret } from '@wardstone/auth';
import { rounds } from '@wardstone/testing';
import { givenMeasured } from '../../test/alerts/alert-fixture';
import { countStatements } from '../../metrics/test/count-statements';
import { MetricWriter } from '../../metrics/storage/metric-writer';
import { givenGroup, givenResource } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { timeText } from '../../notifications/delivery/notice';
import { AT_ONCE, useOnCall } from '../../test/alerts/on-call-fixture';
import { type MailSink, openMailSink } from '../../test/alerts/sinks';
import { HeartbeatWatch } from '../heartbeat-watch.service';

const MINUTE = 60_000;
const RUN = { signal: new AbortController().signal };
type Id = { id: number };

describe('heartbeats', () => {
  let mail: MailSink;
  beforeAll(async () => {
    mail = await openMailSink();
  });
  afterAll(() => mail.close());
  const api = useMonitoring(() => ({ ...AT_ONCE, SMTP_URL: mail.url }));
  const db = () => api.database;
  const watch = () => api.service.app.get(HeartbeatWatch, { strict: false });
  const look = () => watch().look(RUN);
  const given = async (over: object = {}, resource?: Id): Promise<HeartbeatRest> => {
    const { id: resourceId } = resource ?? (await givenResource(db()));
    const sent = { resourceId, name: 'backup', seconds: 900, source: { kind: 'PING' }, ...over };
    return (await api.post('/rest/heartbeat').send(sent).expect(201)).body as HeartbeatRest;
  };
  const read = async ({ id }: Id): Promise<HeartbeatRest> =>
    (await api.get(`/rest/heartbeat/${id}`).expect(200)).body as HeartbeatRest;
  const toPath = ({ address }: HeartbeatRest): string => address!.slice(PUBLIC_URL.length);
  const ping = (heartbeat: HeartbeatRest) => api.anonymous.post(toPath(heartbeat));
  /** Runs the job of each minute. */
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      api.clock.advance(MINUTE);
      await look();
    }
  };
  const alertOnDown = async ({ id }: Id, notifications: readonly object[] = []): Promise<void> => {
    const conditions = [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }];
    await api
      .post(`/rest/alert/definitions?resourceId=${id}`)
      .send({ name: 'a', enabled: true, conditions, notifications })
      .expect(201);
  };
  const alertsOn = async ({ id }: Id): Promise<AlertRest[]> =>
    (await api.get(`/rest/alert?resourceId=${id}`).expect(200)).body as AlertRest[];

  beforeEach(look);

  it('are DOWN when the signal is late, fire one alert, and are UP when pinged again', async () => {
    const heartbeat = await given();
    await alertOnDown(heartbeat);
    expect(await read(heartbeat)).toMatchObject({ availability: 'UNKNOWN', heardTime: 0, seconds: 900 });
    await ping(heartbeat).expect(204);
    expect(await read(heartbeat)).toMatchObject({ availability: 'UP', heardTime: api.clock.now() });
    await pass(14);
    expect((await read(heartbeat)).availability).toBe('UP');
    api.clock.advance(MINUTE);
    await Promise.all([look(), look(), look()]);
    expect((await read(heartbeat)).availability).toBe('DOWN');
    await pass(3);
    expect(await alertsOn(heartbeat)).toHaveLength(1);
    await ping(heartbeat).expect(204);
    expect((await read(heartbeat)).availability).toBe('UP');
    await pass(15);
    expect(await alertsOn(heartbeat)).toHaveLength(2);
  });

  it('state in mails when the last signal arrived, or that there was none', async () => {
    const host = await givenResource(db(), { name: 'web-1' });
    const mailTo = (emailAddress: string) => [{ senderName: 'Direct Emails', config: { emailAddress } }];
    const [heard, never] = [await given({}, host), await given({ name: 'renewal' }, host)];
    await alertOnDown(heard, mailTo('heard@example.test'));
    await alertOnDown(never, mailTo('never@example.test'));
    await pass(1);
    await ping(heard).expect(204);
    const signal = timeText(api.clock.now());
    await pass(16);
    await useOnCall(api).pass(1);
    const mailed = (address: string): string => mail.mails.find(({ to }) => to === address)!.text;
    expect(mailed('heard@example.test')).toContain(`web-1 / backup: a, last signal ${signal}`);
    expect(mailed('heard@example.test')).toMatch(new RegExp(`^Last signal: +${signal}\r$`, 'm'));
    expect(mailed('never@example.test')).toContain('web-1 / renewal: a, no signal yet');
  });

  it('are UP after a ping that comes during the check, and fire at most one alert each time', async () => {
    const heartbeat = await given({ seconds: 60 });
    await alertOnDown(heartbeat);
    await ping(heartbeat).expect(204);
    for (let round = 1; round <= rounds(100); round++) {
      const before = (await alertsOn(heartbeat)).length;
      api.clock.advance(MINUTE);
      const pings = [ping(heartbeat), ping(heartbeat)];
      const done = await Promise.all(round % 2 === 0 ? [look(), look(), ...pings] : [...pings, look(), look()]);
      expect(done.flatMap((response) => response?.status ?? [])).toEqual([204, 204]);
      expect(await read(heartbeat)).toMatchObject({ availability: 'UP', heardTime: api.clock.now() });
      expect((await alertsOn(heartbeat)).length - before).toBeLessThanOrEqual(1);
      await look();
      expect((await read(heartbeat)).availability).toBe('UP');
    }
    const before = (await alertsOn(heartbeat)).length;
    api.clock.advance(MINUTE);
    await Promise.all([look(), look(), look()]);
    expect(await alertsOn(heartbeat)).toHaveLength(before + 1);
  });

  it('are DOWN without any signal', async () => {
    const heartbeat = await given({ seconds: 120 });
    await pass(2);
    expect((await read(heartbeat)).availability).toBe('DOWN');
  });

  it('watch a metric: a value is a signal unless its time is in the future', async () => {
    const { resource, scheduleId } = await givenMeasured(db());
    const heartbeat = await given({ source: { kind: 'METRIC', scheduleId }, seconds: 300 }, resource);
    const report = async (timeStamp: number): Promise<void> => {
      await api
        .post('/rest/metric/data/raw')
        .send([{ scheduleId, timeStamp, value: 1 }])
        .expect(204);
      await api.service.app.get(MetricWriter, { strict: false }).drain();
    };
    await report(api.clock.now());
    const signalTime = api.clock.now();
    await report(api.clock.now() + 60 * MINUTE);
    await pass(1);
    expect(await read(heartbeat)).toMatchObject({ availability: 'UP', heardTime: signalTime });
    await pass(4);
    expect((await read(heartbeat)).availability).toBe('DOWN');
    await report(api.clock.now());
    await pass(1);
    expect((await read(heartbeat)).availability).toBe('UP');
  });

  it('watch events of a severity, with a text', async () => {
    const resource = await givenResource(db());
    const [source] = await db().query<Id>(
      `WITH d AS (INSERT INTO event_definition (resource_type_id, name, display_name)
                  SELECT r.resource_type_id, 'log', 'Log' FROM resource r WHERE r.id = $1 RETURNING id)
       INSERT INTO event_source (resource_id, event_definition_id, location) SELECT $1, d.id, '/var/log' FROM d RETURNING id`,
      [resource.id],
    );
    const heartbeat = await given(
      { source: { kind: 'EVENT', severity: 'INFO', text: 'Backup 100% done' }, seconds: 300 },
      resource,
    );
    const happen = (severity: string, detail: string) =>
      api.post(`/rest/event/source/${source!.id}/events`).send([{ timestamp: api.clock.now(), severity, detail }]);
    await happen('DEBUG', 'backup 100% done').expect(204);
    await happen('ERROR', 'backup 1000 done').expect(204);
    await pass(1);
    expect((await read(heartbeat)).availability).toBe('UNKNOWN');
    await happen('WARN', 'the BACKUP 100% DONE, at last').expect(204);
    await pass(1);
    expect((await read(heartbeat)).availability).toBe('UP');
    await pass(5);
    expect((await read(heartbeat)).availability).toBe('DOWN');
  });

  it('are not silent because the server was down', async () => {
    const heartbeat = await given();
    await ping(heartbeat).expect(204);
    await pass(1);
    api.clock.advance(60 * MINUTE);
    await look();
    expect((await read(heartbeat)).availability).toBe('UP');
    await pass(14);
    expect((await read(heartbeat)).availability).toBe('UP');
    await pass(1);
    expect((await read(heartbeat)).availability).toBe('DOWN');
  });

  it('follow a longer period, and are unchanged while disabled', async () => {
    const heartbeat = await given();
    await ping(heartbeat).expect(204);
    await pass(15);
    await api.put(`/rest/heartbeat/${heartbeat.id}`).send({ seconds: 3_600 }).expect(200);
    await pass(1);
    expect(await read(heartbeat)).toMatchObject({ availability: 'UP', seconds: 3_600 });
    await api.put(`/rest/resource/${heartbeat.id}/availability`).send({ type: 'DISABLED' }).expect(204);
    await pass(60);
    expect((await read(heartbeat)).availability).toBe('DISABLED');
    await api.put(`/rest/resource/${heartbeat.id}/availability`).send({ type: 'UNKNOWN' }).expect(204);
    await pass(1);
    expect((await read(heartbeat)).availability).toBe('DOWN');
  });

  it('are checked when due, by a constant number of statements', async () => {
    const resource = await givenResource(db());
    for (let i = 0; i < 30; i++) await ping(await given({ name: `job ${i}`, seconds: 3_600 }, resource)).expect(204);
    await pass(1);
    expect(await countStatements(() => pass(1))).toBeLessThan(12);
    await pass(58);
    // All go DOWN at once, and are not checked any more.
    expect(await countStatements(() => pass(1))).toBeLessThan(20);
    expect(await countStatements(() => pass(1))).toBeLessThan(12);
  });

  it('are listed by name, of a resource, and by part of a name, without their addresses', async () => {
    const resource = await givenResource(db(), { name: 'db-7' });
    const [b, a] = [await given({ name: 'b_1' }, resource), await given({ name: 'a%1' }, resource)];
    const list = async (query: string): Promise<number[]> => {
      const { text, body } = await api.get(`/rest/heartbeat?${query}`).expect(200);
      expect(text).not.toMatch(/wsh_|digest/);
      return (body as Id[]).map(({ id }) => id);
    };
    expect(await list(`resourceId=${resource.id}`)).toEqual([a.id, b.id]);
    expect(await list('q=A%25')).toEqual([a.id]);
    expect(await list('q=DB-7')).toEqual([a.id, b.id]);
    expect((await api.get(`/rest/resource/${a.id}`).expect(200)).body).toMatchObject({ parentId: resource.id });
  });

  it.each<[string, object, number]>([
    ['no name', { name: ' ' }, 406],
    ['a time too short', { seconds: 59 }, 406],
    ['a time too long', { seconds: 366 * 86_400 + 1 }, 406],
    ['events of longer than they are kept', { seconds: 8 * 86_400, source: { kind: 'EVENT' } }, 406],
    ['no source', { source: undefined }, 406],
    ['an unknown source', { source: { kind: 'SMOKE' } }, 406],
    ['a metric without schedule', { source: { kind: 'METRIC' } }, 406],
    ['a schedule of another resource', { source: { kind: 'METRIC', scheduleId: 1 } }, 404],
    ['an unknown resource', { resourceId: 1 }, 404],
    ['an id that no resource can have', { resourceId: 9e15 }, 404],
  ])('are refused with %s, and nothing is stored', async (_case, over, status) => {
    const resource = await givenResource(db());
    const sent = { resourceId: resource.id, name: 'x', seconds: 900, source: { kind: 'PING' }, ...over };
    await api.post('/rest/heartbeat').send(sent).expect(status);
    expect((await api.get(`/rest/heartbeat?resourceId=${resource.id}`).expect(200)).body).toEqual([]);
    expect(await db().query(`SELECT 1 FROM resource r WHERE r.parent_id = $1`, [resource.id])).toEqual([]);
  });

  it('have unique names on a resource', async () => {
    const resource = await givenResource(db());
    await given({}, resource);
    const sent = { resourceId: resource.id, name: 'backup', seconds: 900, source: { kind: 'PING' } };
    await api.post('/rest/heartbeat').send(sent).expect(409);
    await given({ name: 'other' }, resource);
  });

  describe('under attack', () => {
    it('are not pinged by guesses, nor by a GET, which a link preview sends', async () => {
      const heartbeat = await given();
      const guesses = [
        newSecret('wsh_'),
        'wsh_',
        '%00',
        "'",
        `${heartbeat.id}`,
        `${toPath(heartbeat).split('/').at(-1)}x`,
      ];
      for (const guess of guesses) await api.anonymous.post(`/rest/heartbeat/ping/${guess}`).expect(404);
      const { headers } = await api.anonymous.get(toPath(heartbeat)).expect(405);
      expect(headers['allow']).toBe('POST, OPTIONS');
      await api.anonymous.head(toPath(heartbeat)).expect(405);
      expect((await read(heartbeat)).heardTime).toBe(0);
      await api.anonymous.post(`/rest/heartbeat/${heartbeat.id}/address`).expect(401);
      await api.anonymous.get('/rest/heartbeat').expect(401);
    });

    it('keep no address in the database', async () => {
      const heartbeat = await given();
      const secret = toPath(heartbeat).split('/').at(-1)!;
      const [{ found }] = (await db().query(
        `SELECT count(*)::integer AS found FROM heartbeat h WHERE h::text LIKE '%' || $1 || '%'`,
        [secret],
      )) as [{ found: number }];
      expect(found).toBe(0);
      expect((await read(heartbeat)).address).toBeUndefined();
    });

    it('store a flood of pings once a second', async () => {
      const heartbeat = await given();
      await ping(heartbeat).expect(204);
      const statements = await countStatements(async () => {
        for (let i = 0; i < 20; i++) await ping(heartbeat).send('x'.repeat(1_000)).expect(204);
      });
      expect(statements).toBeLessThanOrEqual(20);
      const [{ id }] = (await db().query(`SELECT max(a.id) AS id FROM availability_record a WHERE a.resource_id = $1`, [
        heartbeat.id,
      ])) as [{ id: number }];
      await Promise.all(Array.from({ length: 20 }, () => ping(heartbeat).expect(204)));
      const rows = await db().query<Id>(`SELECT a.id FROM availability_record a WHERE a.resource_id = $1`, [
        heartbeat.id,
      ]);
      expect(Math.max(...rows.map((row) => row.id))).toBe(Number(id));
    });

    it('are not pinged by a replaced address, that of a removed one, or of one below a removed resource', async () => {
      const [renewed, removed] = [await given(), await given()];
      const resource = await givenResource(db());
      const below = await given({}, resource);
      const { body, headers } = await api.post(`/rest/heartbeat/${renewed.id}/address`).expect(200);
      expect(headers['cache-control']).toBe('no-store');
      await ping(renewed).expect(404);
      await ping(body as HeartbeatRest).expect(204);
      await api.delete(`/rest/heartbeat/${removed.id}`).expect(204);
      await ping(removed).expect(404);
      await api.delete(`/rest/resource/${resource.id}`).expect(204);
      await ping(below).expect(404);
      await api.get(`/rest/heartbeat/${below.id}`).expect(404);
      const left = await db().query(`SELECT 1 FROM heartbeat h WHERE h.resource_id = ANY ($1::integer[])`, [
        [removed.id, below.id],
      ]);
      expect(left).toEqual([]);
    });

    it('cannot be created, seen, changed or removed without permission', async () => {
      const [mine, other] = [await givenResource(db()), await givenResource(db())];
      await givenGroup(db(), { members: [mine], roles: ['viewer'], isRecursive: true });
      const hidden = await given({}, other);
      const [watcher, maker] = (['VIEW_RESOURCE', 'CREATE_CHILD_RESOURCES'] as const).map((permission) =>
        api.as({ roles: ['viewer'], permissions: [permission] }),
      );
      const sent = (resource: Id) => ({ resourceId: resource.id, name: 'x', seconds: 60, source: { kind: 'PING' } });
      await watcher!.post('/rest/heartbeat').send(sent(mine)).expect(403);
      await maker!.post('/rest/heartbeat').send(sent(other)).expect(403);
      const { body: made } = await maker!.post('/rest/heartbeat').send(sent(mine)).expect(201);
      const { id } = made as HeartbeatRest;
      await watcher!.get(`/rest/heartbeat/${hidden.id}`).expect(404);
      await watcher!.get(`/rest/heartbeat?resourceId=${other.id}`).expect(403);
      const seen = (await watcher!.get('/rest/heartbeat?ps=1000').expect(200)).body as Id[];
      expect(seen.map((row) => row.id)).not.toContain(hidden.id);
      const keeper = api.as({ roles: ['viewer'], permissions: ['MODIFY_RESOURCE', 'DELETE_RESOURCE'] });
      for (const [caller, target, status] of [
        [watcher!, id, 403],
        [watcher!, hidden.id, 403],
        [keeper, hidden.id, 404],
      ] as const) {
        await caller.put(`/rest/heartbeat/${target}`).send({ seconds: 60 }).expect(status);
        await caller.post(`/rest/heartbeat/${target}/address`).expect(status);
        await caller.delete(`/rest/heartbeat/${target}?validate=true`).expect(status);
      }
      await ping(hidden).expect(204);
    });
  });
});
