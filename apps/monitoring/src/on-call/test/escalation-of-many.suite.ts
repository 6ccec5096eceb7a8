import type { AlertExplanation } from '@wardstone/dto/monitoring';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { AT_ONCE, type Id, MINUTE, useOnCall } from '../../test/alerts/on-call-fixture';
import { type MailSink, openMailSink } from '../../test/alerts/sinks';

describe('the escalation of an incident of many hosts', () => {
  let mail: MailSink;
  beforeAll(async () => {
    mail = await openMailSink();
  });
  afterAll(() => mail.close());
  const api = useMonitoring(() => ({ ...AT_ONCE, SMTP_URL: mail.url, ALERT_RECIPIENT_LIMIT: '0' }));
  const db = () => api.database;
  const { person, users, policy, report, alertOn, pass } = useOnCall(api);
  const mailed = (): string[] => mail.mails.splice(0).map(({ to }) => to.split('@')[0]!);

  /** Hosts of one type with one definition, whose steps are bob after 10 and cleo after 20 minutes. */
  async function givenHosts(count: number, over: object = {}): Promise<Id[]> {
    const [ann, bob, cleo] = [await person('ann'), await person('bob'), await person('cleo')];
    const escalationId = await policy(
      [
        [10, users(bob)],
        [20, users(cleo)],
      ],
      over,
    );
    const type = await givenType(db());
    const hosts: Id[] = [];
    for (let made = 0; made < count; made++) hosts.push(await givenResource(db(), { type }));
    const sent = {
      name: 'host down',
      enabled: true,
      notifications: [users(ann)],
      conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
    };
    const { body } = await api.post(`/rest/alert/definitions?resourceTypeId=${type.id}`).send(sent).expect(201);
    await api
      .put(`/rest/alert/definition/${(body as Id).id}/escalation`)
      .send({ escalationId })
      .expect(200);
    for (const host of hosts) await report(host, 'UP');
    return hosts;
  }
  const silence = async (resource: Id, minutes: number): Promise<Id> => {
    const scope = { kind: 'RESOURCE', id: resource.id };
    const endTime = api.clock.now() + minutes * MINUTE;
    return (await api.post('/rest/silence').send({ scope, reason: 'works', endTime }).expect(201)).body as Id;
  };
  const acknowledge = async (host: Id): Promise<void> => {
    await api.put(`/rest/alert/${await alertOn(host)}`).expect(200);
  };
  const explain = async (host: Id): Promise<AlertExplanation> =>
    (await api.get(`/rest/alert/${await alertOn(host)}/explain`).expect(200)).body as AlertExplanation;

  it('continues for the others while a silence covers the host that fired first', async () => {
    const [first, second] = await givenHosts(2);
    await report(first!, 'DOWN');
    await pass(2);
    await silence(first!, 40);
    await report(second!, 'DOWN');
    await pass(9);
    expect(mailed()).toEqual(['ann', 'ann']);
    await pass(2);
    expect(mailed()).toEqual(['bob']);
    await pass(10);
    expect(mailed()).toEqual(['cleo']);
    // A silenced alert is escalated by steps of its own when the silence ends.
    await pass(25);
    expect(mailed()).toEqual(['bob', 'cleo']);
  });

  it('starts over for a host that has recovered and fails again while others are open', async () => {
    const [first, second] = await givenHosts(2);
    await report(first!, 'DOWN');
    await report(second!, 'DOWN');
    await pass(21);
    expect(mailed()).toEqual(['ann', 'bob', 'cleo']);
    await report(first!, 'UP');
    await pass(3);
    mailed();
    await report(first!, 'DOWN');
    await pass(9);
    expect(mailed()).toEqual(['ann']);
    await pass(2);
    expect(mailed()).toEqual(['bob']);
    await pass(10);
    expect(mailed()).toEqual(['cleo']);
  });

  it('notifies within a minute of steps that were due during a silence that is ended early', async () => {
    const [host] = await givenHosts(1);
    await report(host!, 'DOWN');
    await pass(1);
    const { id } = await silence(host!, 60);
    await pass(11);
    expect(mailed()).toEqual(['ann']);
    await api.post(`/rest/silence/${id}/end`).expect(200);
    await pass(2);
    expect(mailed()).toEqual(['bob']);
  });

  it('continues for the others when the alert of the host that fired first is acknowledged', async () => {
    const [first, second] = await givenHosts(2);
    await report(first!, 'DOWN');
    await pass(1);
    await report(second!, 'DOWN');
    await pass(3);
    mailed();
    await acknowledge(first!);
    await pass(8);
    expect(mailed()).toEqual(['bob']);
    await acknowledge(second!);
    await pass(20);
    expect(mailed()).toEqual([]);
  });

  it('is followed by the end of the incident while a silence covers the host that was notified last', async () => {
    const [first, second] = await givenHosts(2);
    for (const host of [first!, second!]) await report(host, 'DOWN');
    await pass(1);
    await silence(second!, 600);
    expect(mailed()).toEqual(['ann']);
    for (const host of [first!, second!]) await report(host, 'UP');
    await pass(3);
    expect(mailed()).toEqual(['ann']);
  });

  it('sends each step once for hosts that were open then, and once more for one that fired later', async () => {
    const [first, second, late] = await givenHosts(3);
    for (const host of [first!, second!]) await report(host, 'DOWN');
    await pass(11);
    expect(mailed()).toEqual(['ann', 'bob']);
    await report(late!, 'DOWN');
    await pass(3);
    for (const host of [first!, second!]) await acknowledge(host);
    mailed();
    await pass(8);
    expect(mailed()).toEqual(['bob']);
    await pass(10);
    expect(mailed()).toEqual(['cleo']);
  });

  it('appears in the timeline of each alert of a step, with the reason of a failed delivery', async () => {
    const [first, second] = await givenHosts(2);
    for (const host of [first!, second!]) await report(host, 'DOWN');
    await pass(1);
    await db().query(`UPDATE escalation SET steps = jsonb_set(steps, '{0,receivers,0}', $1::jsonb)`, [
      JSON.stringify({ senderName: 'Webhook', config: { url: 'http://127.0.0.1:9/nobody' } }),
    ]);
    await pass(11);
    for (const host of [first!, second!]) {
      const { story } = await explain(host);
      expect(story.filter(({ text }) => text.startsWith('Step 1, Webhook'))[0]).toMatchObject({
        kind: 'ATTEMPT',
        text: expect.stringMatching(/^Step 1, Webhook.*FAILURE: /),
      });
    }
  });
});

describe('a step while the mail server is away', () => {
  const api = useMonitoring(() => ({ ...AT_ONCE, SMTP_URL: 'smtp://127.0.0.1:9' }));
  const { person, users, policy, define, report, alertOn, pass } = useOnCall(api);

  it('stays in the story of the alert with the reason and the time of the next attempt', async () => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    const host = await givenResource(api.database);
    await define(host, await policy([[10, users(bob)]]), [users(ann)]);
    await report(host, 'DOWN');
    await pass(12);
    const { body } = await api.get(`/rest/alert/${await alertOn(host)}/explain`).expect(200);
    const { story, notifications } = body as AlertExplanation;
    const texts = story.filter(({ text }) => text.startsWith('Step 1, System Users'));
    expect(texts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['ATTEMPT', 'PLANNED']));
    expect(texts[0]!.text).toMatch(/: FAILURE: .*ECONNREFUSED/);
    expect(notifications.find(({ step }) => step === 1)).toMatchObject({ settled: false });
  });
});
