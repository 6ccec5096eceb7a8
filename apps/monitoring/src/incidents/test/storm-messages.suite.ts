import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { DOWN, INCIDENT_SETTINGS, useIncidents, MINUTE, SECOND } from './incident-fixture';
import { type MailSink, openMailSink, openWebSink, type WebSink } from '../../test/alerts/sinks';

type Id = { id: number };

describe('messages about a storm', () => {
  let mail: MailSink;
  let web: WebSink;
  beforeAll(async () => {
    [mail, web] = await Promise.all([openMailSink(), openWebSink()]);
  });
  afterAll(async () => {
    await mail.close();
    await web.close();
  });
  const api = useMonitoring(() => ({ ...INCIDENT_SETTINGS, SMTP_URL: mail.url }));
  const db = () => api.database;
  const { aMail, report, reportAll, alertsOn, pass, own, subjects } = useIncidents(api, () => mail);

  it('count by state as lists and the database do, and name the host in each line', async () => {
    const notifications = [aMail(), { senderName: 'Webhook', config: { url: `${web.url}/hook` } }];
    const type = await givenType(db());
    const disks: Id[] = [];
    for (let host = 1; host <= 20; host++) {
      const parent = await givenResource(db(), { name: `storm-${String(host).padStart(2, '0')}` });
      for (const name of ['/', '/var', '/home', '/srv', '/tmp']) {
        disks.push(await givenResource(db(), { name, parent, type }));
      }
    }
    const sent = { name: 'disk gone', enabled: true, priority: 'MEDIUM', conditions: [DOWN], notifications };
    await api.post(`/rest/alert/definitions?resourceTypeId=${type.id}`).send(sent).expect(201);
    await reportAll(disks, 'UP');
    await reportAll(disks, 'DOWN');
    await pass(30 * SECOND);
    const [silenced, seen, ...others] = disks as [Id, Id, ...Id[]];
    const scope = { kind: 'RESOURCE', id: silenced.id };
    const endTime = api.clock.now() + 60 * MINUTE;
    await api.post('/rest/silence').send({ scope, reason: 'works', endTime }).expect(201);
    await api.put(`/rest/alert/${(await alertsOn(seen))[0]!.id}`).expect(200);
    const back = others.slice(0, 90);
    await reportAll(back, 'UP');
    await pass(150 * SECOND);
    // One fires again: it is the same problem, and the subject of the update.
    await report(back[89]!, 'DOWN');
    await pass(4 * MINUTE);

    const [first, update, ...more] = subjects();
    expect(more).toEqual([]);
    expect(first).toBe('[MEDIUM] disk gone: 100 alerts on storm-01, storm-02 and 18 more hosts');
    expect(update).toBe(
      'Update: [MEDIUM] disk gone: 9 firing on storm-20 and storm-19, 1 acknowledged, 1 silenced, 89 recovered',
    );
    // Counted slowly, alert by alert.
    const rows = await db().query<{ resource_id: number; ended: boolean; acknowledged: boolean }>(
      `SELECT DISTINCT ON (a.resource_id) a.resource_id, h.ended_ms IS NOT NULL AS ended, a.ack_by IS NOT NULL AS acknowledged
         FROM alert a JOIN alert_hold h ON h.alert_id = a.id WHERE a.resource_id = ANY ($1::integer[])
        ORDER BY a.resource_id, a.id DESC`,
      [disks.map(({ id }) => id)],
    );
    const counts = { firing: 0, acknowledged: 0, silenced: 0, recovered: 0 };
    for (const { resource_id: id, ended, acknowledged } of rows) {
      counts[ended ? 'recovered' : acknowledged ? 'acknowledged' : id === silenced.id ? 'silenced' : 'firing'] += 1;
    }
    expect(counts).toEqual({ firing: 9, acknowledged: 1, silenced: 1, recovered: 89 });
    const posts = web.posts.map(({ body }) => JSON.parse(body) as { incident: Record<string, unknown> });
    expect(posts.at(-1)!.incident).toMatchObject({ total: 100, counts: { ...counts, suppressed: 0, closed: 0 } });
    expect(
      (posts.at(-1)!.incident['others'] as { host: string }[]).every(({ host }) => host.startsWith('storm-')),
    ).toBe(true);
    const { incidentId } = (await alertsOn(seen))[0]!;
    expect((await api.get(`/rest/incident/${incidentId}`).expect(200)).body).toMatchObject({
      alertCount: 100,
      hostCount: 20,
      firingCount: 9,
      acknowledgedCount: 1,
      silencedCount: 1,
      recoveredCount: 89,
      place: 'storm-01 / /',
      resourceCount: 100,
      state: 'OPEN',
    });
    const problems = async (state: string): Promise<number> => {
      const { headers } = await api.get(`/rest/problem?q=storm-&state=${state}&ps=1`).expect(200);
      return Number(headers['x-collection-size']);
    };
    for (const [state, count] of Object.entries(counts)) expect([state, await problems(state)]).toEqual([state, count]);

    const { text } = own().at(-1)!;
    expect(text).toContain('Since the last message: 1 fired, 89 recovered.');
    expect(text).toMatch(/^9 firing on 2 hosts: storm-20 \(5\), storm-19 \(4\)\r$/m);
    expect(text).toMatch(/^89 recovered on 19 hosts: storm-02 \(5\), .*, … and 9 more\r$/m);
    const lines = own().flatMap((sentMail) => sentMail.text.split(/\r\n/));
    const named = lines.filter((line) => /^ {2}.*disk gone/.test(line));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((line) => !/^ {2}storm-\d\d \/ \//.test(line))).toEqual([]);
  }, 120_000);
});
