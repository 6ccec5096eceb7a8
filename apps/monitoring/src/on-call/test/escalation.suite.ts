import type { RotationRest } from '@wardstone/dto/monitoring';
import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { AT_ONCE, MINUTE, useOnCall } from '../../test/alerts/on-call-fixture';
import { type MailSink, openMailSink } from '../../test/alerts/sinks';

describe('an escalation', () => {
  let mail: MailSink;
  beforeAll(async () => {
    mail = await openMailSink();
  });
  afterAll(() => mail.close());
  const api = useMonitoring(() => ({ ...AT_ONCE, SMTP_URL: mail.url }));
  const db = () => api.database;
  const { person, users, policy, define, report, alertOn, pass } = useOnCall(api);
  /** Recipients of mails since the last call, and minutes after `startMs`. */
  const mailed = (): string[] => mail.mails.splice(0).map(({ to }) => to.split('@')[0]!);

  it('notifies the next receiver after each step once, then repeats the last step as configured', async () => {
    const [ann, bob, cleo] = [await person('ann'), await person('bob'), await person('cleo')];
    const id = await policy(
      [
        [10, users(bob)],
        [20, users(cleo)],
      ],
      { repeatMinutes: 60, repeatTimes: 2 },
    );
    const resource = await givenResource(db());
    await define(resource, id, [users(ann)]);
    await report(resource, 'DOWN');
    await pass(9);
    expect(mailed()).toEqual(['ann']);
    await pass(2);
    expect(mailed()).toEqual(['bob']);
    await pass(10);
    expect(mailed()).toEqual(['cleo']);
    await pass(60);
    expect(mailed()).toEqual(['cleo']);
    await pass(60);
    expect(mailed()).toEqual(['cleo']);
    await pass(200);
    expect(mailed()).toEqual([]);
  });

  it('is chosen with a new definition in one request, or nothing is stored', async () => {
    const id = await policy([[0, users(await person('bob'))]]);
    const resource = await givenResource(db());
    const sent = { name: 'at once', conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }] };
    const create = (escalationId: number) =>
      api.post(`/rest/alert/definitions?resourceId=${resource.id}&escalationId=${escalationId}`).send(sent);
    const { headers } = await create(999_999).expect(404);
    expect(headers['x-error-type']).toBe('escalation_not_found');
    const list = `/rest/alert/definitions?resourceId=${resource.id}`;
    expect((await api.get(list).expect(200)).body).toEqual([]);
    const { body } = await create(id).expect(201);
    const used = await api.get(`/rest/alert/definition/${(body as { id: number }).id}/escalation`).expect(200);
    expect(used.body).toMatchObject({ escalationId: id, inherited: false });
  });

  it('may start at once', async () => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    const id = await policy([[0, users(bob)]]);
    const resource = await givenResource(db());
    await define(resource, id, [users(ann)]);
    await report(resource, 'DOWN');
    await pass(1);
    expect(mailed().sort()).toEqual(['ann', 'bob']);
  });

  it('ends with an acknowledgement, and with the problem', async () => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    const id = await policy([[10, users(bob)]], { repeatMinutes: 60, repeatTimes: 5 });
    const [seen, gone] = [await givenResource(db()), await givenResource(db())];
    for (const resource of [seen, gone]) {
      await define(resource, id, [users(ann)]);
      await report(resource, 'DOWN');
    }
    await pass(5);
    mailed();
    await api.put(`/rest/alert/${await alertOn(seen)}`).expect(200);
    await report(gone, 'UP');
    await pass(120);
    expect(mailed().filter((to) => to === 'bob')).toEqual([]);
  });

  it('continues when the problem fires repeatedly, and does not start over', async () => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    const id = await policy([[10, users(bob)]]);
    const resource = await givenResource(db());
    await define(resource, id, [users(ann)]);
    // Without an evaluated UP in between, the definition reports the same again.
    for (let round = 0; round < 4; round++) {
      await report(resource, 'UP');
      await report(resource, 'DOWN');
      await pass(3);
    }
    expect(mailed().filter((to) => to === 'bob')).toEqual(['bob']);
  });

  it('notifies the person who is on call at that time, by the rotation at that time', async () => {
    const [ann, bob, cleo] = [await person('ann'), await person('bob'), await person('cleo')];
    const body = (userId: number): object => ({
      name: 'r',
      timeZone: 'UTC',
      turn: 'WEEKLY',
      handOverTime: '09:00',
      firstDay: new Date(api.clock.now()).toISOString().slice(0, 10),
      members: [{ userId }],
    });
    const { body: made } = await api.post('/rest/on-call/rotation').send(body(bob)).expect(201);
    const { id: rotationId } = made as RotationRest;
    const id = await policy([[10, { senderName: 'On-Call Rotation', config: { rotationId } }]]);
    const resource = await givenResource(db());
    await define(resource, id, [users(ann)]);
    await report(resource, 'DOWN');
    await pass(5);
    await api.put(`/rest/on-call/rotation/${rotationId}`).send(body(cleo)).expect(200);
    await pass(10);
    expect(mailed()).toEqual(['ann', 'cleo']);
  });

  it('waits while a silence is in force, and continues afterwards', async () => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    const id = await policy([[10, users(bob)]]);
    const resource = await givenResource(db());
    await define(resource, id, [users(ann)]);
    await report(resource, 'DOWN');
    await pass(1);
    expect(mailed()).toEqual(['ann']);
    const scope = { kind: 'RESOURCE', id: resource.id };
    const endTime = api.clock.now() + 30 * MINUTE;
    await api.post('/rest/silence').send({ scope, reason: 'works', endTime }).expect(201);
    await pass(25);
    expect(mailed()).toEqual([]);
    await pass(10);
    expect(mailed()).toEqual(['bob']);
  });

  it("holds a person's notifications in quiet hours, sends at their end what is still open, and continues meanwhile", async () => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    const start = new Date(api.clock.now());
    const time = (minutes: number): string => new Date(start.getTime() + minutes * MINUTE).toISOString().slice(11, 16);
    const quiet = { timeZone: 'UTC', startTime: time(-5), endTime: time(60), urgentPriority: 'MEDIUM' };
    const caller = api.as({ username: 'ann', roles: ['operator'] });
    await caller.put('/rest/on-call/quiet-hours').send(quiet).expect(200);
    const id = await policy([[10, users(bob)]]);
    const [open, seen] = [await givenResource(db()), await givenResource(db())];
    for (const resource of [open, seen]) {
      await define(resource, id, [users(ann)]);
      await report(resource, 'DOWN');
    }
    await pass(9);
    expect(mailed()).toEqual([]);
    const [log] = (await api.get(`/rest/alert/${await alertOn(open)}/notifications`).expect(200)).body as string[];
    expect(log).toMatch(/^System Users: DEFERRED: ann@example.test: quiet until /);
    await pass(5);
    expect(mailed()).toEqual(['bob', 'bob']);
    await api.put(`/rest/alert/${await alertOn(seen)}`).expect(200);
    await pass(60);
    expect(mailed()).toEqual(['ann']);
    await caller.delete('/rest/on-call/quiet-hours').expect(204);
  });

  it('counts from the first notification, whatever holds back later one who was in quiet hours', async () => {
    const [ann, bob, cleo] = [await person('ann'), await person('bob'), await person('cleo')];
    const start = new Date(api.clock.now());
    const time = (minutes: number): string => new Date(start.getTime() + minutes * MINUTE).toISOString().slice(11, 16);
    const quiet = { timeZone: 'UTC', startTime: time(-5), endTime: time(20), urgentPriority: 'MEDIUM' };
    const caller = api.as({ username: 'ann', roles: ['operator'] });
    await caller.put('/rest/on-call/quiet-hours').send(quiet).expect(200);
    const id = await policy([[40, users(cleo)]]);
    const resource = await givenResource(db());
    await define(resource, id, [users(bob), users(ann)]);
    await report(resource, 'DOWN');
    await pass(17);
    expect(mailed()).toEqual(['bob']);
    const scope = { kind: 'RESOURCE', id: resource.id };
    await api
      .post('/rest/silence')
      .send({ scope, reason: 'works', endTime: api.clock.now() + 8 * MINUTE })
      .expect(201);
    await pass(5);
    expect(mailed()).toEqual([]);
    await pass(10);
    expect(mailed()).toEqual(['ann']);
    await pass(12);
    expect(mailed()).toEqual(['cleo']);
    await caller.delete('/rest/on-call/quiet-hours').expect(204);
  });

  it('follows a policy that changes while the alert is open, and ends with it', async () => {
    const [ann, bob, cleo] = [await person('ann'), await person('bob'), await person('cleo')];
    const id = await policy([
      [10, users(bob)],
      [20, users(bob)],
      [30, users(bob)],
    ]);
    const resource = await givenResource(db());
    const definition = await define(resource, id, [users(ann)]);
    await report(resource, 'DOWN');
    await pass(11);
    expect(mailed()).toEqual(['ann', 'bob']);
    const steps = [10, 20, 30].map((afterMinutes) => ({ afterMinutes, receivers: [users(cleo)] }));
    await api.put(`/rest/on-call/escalation/${id}`).send({ name: 'p', steps }).expect(200);
    await pass(10);
    expect(mailed()).toEqual(['cleo']);
    await api.put(`/rest/alert/definition/${definition}/escalation`).send({ escalationId: 0 }).expect(200);
    await pass(30);
    expect(mailed()).toEqual([]);
  });
});
