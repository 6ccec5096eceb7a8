import type { EscalationRest, RotationRest, ShiftRest } from '@wardstone/dto/monitoring';
import { givenGroup, givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const DAY = 86_400_000;
const MAIL = { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } };
const PAGER = { senderName: 'PagerDuty', config: { routingKey: '0'.repeat(32) } };
type Id = { id: number };

describe('rotations, escalation policies and quiet hours', () => {
  const api = useMonitoring();
  const keeper = api.as({ roles: ['operator'], permissions: ['MANAGE_ALERTS'] });
  const viewer = api.as({ roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });

  /** Known by the first request. */
  const person = async (username: string, role: 'operator' | 'agent' = 'operator'): Promise<number> => {
    await api.as({ username, roles: [role] }).get('/rest/alert');
    const [row] = await api.database.query<Id>(`SELECT u.id FROM service_user u WHERE u.login = $1`, [username]);
    return row!.id;
  };
  const rotation = (members: readonly number[], over: object = {}): object => ({
    name: 'Platform',
    timeZone: 'Europe/Berlin',
    turn: 'WEEKLY',
    handOverTime: '09:00',
    firstDay: '2026-11-30',
    members: members.map((userId) => ({ userId })),
    ...over,
  });
  const policy = (receivers: readonly object[], over: object = {}): object => ({
    name: 'Night',
    steps: [{ afterMinutes: 10, receivers }],
    repeatMinutes: 60,
    repeatTimes: 3,
    ...over,
  });
  const createRotation = async (body: object): Promise<RotationRest> =>
    (await api.post('/rest/on-call/rotation').send(body).expect(201)).body as RotationRest;
  const createPolicy = async (body: object): Promise<EscalationRest> =>
    (await api.post('/rest/on-call/escalation').send(body).expect(201)).body as EscalationRest;

  it('show who is on call now and in the next weeks, including overrides', async () => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    api.clock.set(Date.parse('2026-12-02T00:00:00Z'));
    const startTime = api.clock.now() + DAY;
    const overrides = [{ userId: ann, startTime, endTime: startTime + DAY }];
    const { id } = await createRotation(rotation([bob, ann], { overrides }));
    const { body: now } = await keeper.get(`/rest/on-call/rotation/${id}/now`).expect(200);
    expect(now).toMatchObject({ userId: bob, login: 'bob', endTime: startTime, override: false });
    const { body: calendar } = await keeper.get(`/rest/on-call/rotation/${id}/calendar?days=10`).expect(200);
    expect((calendar as ShiftRest[]).map(({ login, override }) => [login, override])).toEqual([
      ['bob', false],
      ['ann', true],
      ['bob', false],
      ['ann', false],
    ]);
    await keeper.get(`/rest/on-call/rotation/${id}/calendar?days=93`).expect(406);
    await keeper.get(`/rest/on-call/rotation/${id}/calendar?startTime=9000000000000000`).expect(406);
  });

  it('are read with MANAGE_ALERTS, rotations and policies changed with MANAGE_INVENTORY', async () => {
    const ann = await person('ann');
    const { id } = await createRotation(rotation([ann]));
    const { id: policyId } = await createPolicy(policy([MAIL]));
    for (const [path, body] of [
      [`/rest/on-call/rotation`, rotation([ann])],
      [`/rest/on-call/escalation`, policy([MAIL])],
    ] as const) {
      const one = `${path}/${path.endsWith('rotation') ? id : policyId}`;
      await keeper.get(path).expect(200);
      await keeper.get(one).expect(200);
      await viewer.get(one).expect(403);
      await viewer.get(path).expect(403);
      for (const caller of [keeper, viewer]) {
        await caller.post(path).send(body).expect(403);
        await caller.put(one).send(body).expect(403);
        await caller.delete(one).expect(403);
      }
      await api.anonymous.get(path).expect(401);
      await api.anonymous.post(path).send(body).expect(401);
    }
    await viewer.get(`/rest/on-call/rotation/${id}/calendar`).expect(403);
  });

  it('name existing people and rotations, no agents', async () => {
    const [ann, robot] = [await person('ann'), await person('robot', 'agent')];
    for (const userId of [robot, 99_999, 9e15, -1]) {
      const status = userId === robot ? 406 : 404;
      const { headers } = await api
        .post('/rest/on-call/rotation')
        .send(rotation([ann, userId]))
        .expect(status);
      expect(headers['x-error-type']).toBe(userId === robot ? 'user_is_a_program' : 'user_not_found');
      const overrides = [{ userId, startTime: api.clock.now(), endTime: api.clock.now() + DAY }];
      await api
        .post('/rest/on-call/rotation')
        .send(rotation([ann], { overrides }))
        .expect(status);
    }
    const receivers: [object, number][] = [
      [{ senderName: 'System Users', config: { subjectId: `|${ann}|` } }, 201],
      [{ senderName: 'System Users', config: { subjectId: `|${ann}|${robot}|` } }, 406],
      [{ senderName: 'System Users', config: { subjectId: '|99999|' } }, 404],
      [{ senderName: 'System Roles', config: { roleId: '|1|' } }, 201],
      [{ senderName: 'On-Call Rotation', config: { rotationId: 1 } }, 404],
      [{ senderName: 'On-Call Rotation', config: {} }, 406],
      [{ senderName: 'Carrier Pigeon', config: {} }, 404],
      [{ senderName: 'Webhook', config: { url: 'file:///etc/passwd' } }, 406],
      [{ config: {} }, 406],
    ];
    for (const [receiver, status] of receivers) {
      const response = await api.post('/rest/on-call/escalation').send(policy([receiver]));
      expect([receiver, response.status]).toEqual([receiver, status]);
    }
  });

  it('are not deleted while they are used', async () => {
    const { id } = await createRotation(rotation([await person('ann')]));
    const receiver = { senderName: 'On-Call Rotation', config: { rotationId: id } };
    const { id: policyId } = await createPolicy(policy([MAIL, receiver]));
    const resource = await givenResource(api.database);
    const { body } = await api
      .post(`/rest/alert/definitions?resourceId=${resource.id}`)
      .send({
        name: 'a',
        conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
        notifications: [receiver],
      })
      .expect(201);
    const used = `/rest/alert/definition/${(body as Id).id}/escalation`;
    await api.put(used).send({ escalationId: policyId }).expect(200);
    await api.delete(`/rest/on-call/rotation/${id}`).expect(409);
    await api.delete(`/rest/on-call/escalation/${policyId}`).expect(409);
    await api.put(used).send({ escalationId: 0 }).expect(200);
    await api.delete(`/rest/on-call/escalation/${policyId}`).expect(204);
    await api.delete(`/rest/on-call/rotation/${id}`).expect(409);
    await api.delete(`/rest/alert/definition/${(body as Id).id}`).expect(204);
    await api.delete(`/rest/on-call/rotation/${id}`).expect(204);
    await api.delete(`/rest/on-call/rotation/${id}?validate=true`).expect(404);
    await api.delete(`/rest/on-call/escalation/${policyId}?validate=true`).expect(404);
  });

  it('are chosen for a definition with the permission to change it, and inherited from its template', async () => {
    const { id: policyId } = await createPolicy(policy([MAIL]));
    const [mine, other] = [await givenResource(api.database), await givenResource(api.database)];
    const group = await givenGroup(api.database, { members: [mine], roles: ['operator'] });
    const define = async (query: string): Promise<number> => {
      const sent = { name: 'a', conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }] };
      return ((await api.post(`/rest/alert/definitions?${query}`).send(sent).expect(201)).body as Id).id;
    };
    const [own, foreign] = [await define(`resourceId=${mine.id}`), await define(`resourceId=${other.id}`)];
    const use = (id: number): string => `/rest/alert/definition/${id}/escalation`;
    await keeper.put(use(own)).send({ escalationId: policyId }).expect(200);
    await keeper.put(use(foreign)).send({ escalationId: policyId }).expect(403);
    await keeper.get(use(foreign)).expect(403);
    await viewer.put(use(own)).send({ escalationId: policyId }).expect(403);
    await api.put(use(own)).send({ escalationId: 99_999 }).expect(404);
    await api.put(use(own)).send({ escalationId: 9e15 }).expect(404);
    await api.put(use(own)).send({}).expect(406);
    await api.put(use(1)).send({ escalationId: policyId }).expect(404);
    const template = await define(`groupId=${group.id}`);
    await api.put(use(template)).send({ escalationId: policyId }).expect(200);
    const [child] = await api.database.query<Id>(`SELECT d.id FROM alert_definition d WHERE d.parent_id = $1`, [
      template,
    ]);
    const { body } = await api.get(use(child!.id)).expect(200);
    expect(body).toEqual({ definitionId: child!.id, escalationId: policyId, escalationName: 'Night', inherited: true });
  });

  it('keep secrets for a returned mask in any order of receivers, and never show them', async () => {
    const { id, steps } = await createPolicy(policy([MAIL, PAGER]));
    expect(JSON.stringify(steps)).not.toContain(PAGER.config.routingKey);
    const receivers = [...steps[0]!.receivers].reverse();
    await api.put(`/rest/on-call/escalation/${id}`).send(policy(receivers)).expect(200);
    const [stored] = await api.database.query<{ steps: { receivers: object[] }[] }>(
      `SELECT e.steps FROM escalation e WHERE e.id = $1`,
      [id],
    );
    expect(stored!.steps[0]!.receivers).toEqual([PAGER, MAIL]);
  });

  it('are not overwritten by a caller who has read an older version', async () => {
    const ann = await person('ann');
    for (const [path, body] of [
      ['/rest/on-call/rotation', rotation([ann])],
      ['/rest/on-call/escalation', policy([MAIL])],
    ] as const) {
      const { body: made } = await api.post(path).send(body).expect(201);
      const one = `${path}/${(made as Id).id}`;
      const { headers } = await api.get(one).expect(200);
      const tag = headers['etag'] as string;
      await api
        .put(one)
        .set('If-Match', tag)
        .send({ ...body, name: 'first' })
        .expect(200);
      await api
        .put(one)
        .set('If-Match', tag)
        .send({ ...body, name: 'second' })
        .expect(412);
    }
  });

  it.each<[string, object]>([
    ['no name', { name: ' ' }],
    ['no steps', { steps: [] }],
    ['no receivers', { steps: [{ afterMinutes: 1, receivers: [] }] }],
    ['21 receivers', { steps: [{ afterMinutes: 1, receivers: Array.from({ length: 21 }, () => MAIL) }] }],
    ['11 steps', { steps: Array.from({ length: 11 }, (_step, at) => ({ afterMinutes: at, receivers: [MAIL] })) }],
    ['a step without a time', { steps: [{ receivers: [MAIL] }] }],
    ['a step before the start', { steps: [{ afterMinutes: -1, receivers: [MAIL] }] }],
    ['steps at one time', { steps: [1, 1].map((afterMinutes) => ({ afterMinutes, receivers: [MAIL] })) }],
    ['repeats without end', { repeatMinutes: 60, repeatTimes: 1_000_000_000 }],
    ['repeats each minute', { repeatMinutes: 1 }],
    ['repeats at no time', { repeatMinutes: 0, repeatTimes: 5 }],
    ['a text for steps', { steps: 'all' }],
  ])('are refused with %s', async (_what, over) => {
    await api
      .post('/rest/on-call/escalation')
      .send(policy([MAIL], over))
      .expect(406);
  });

  it('are refused when they are huge', async () => {
    const name = 'x'.repeat(1024 * 1024);
    await api
      .post('/rest/on-call/escalation')
      .send(policy([MAIL], { name }))
      .expect(413);
    await api
      .post('/rest/on-call/rotation')
      .send(rotation([2], { name: 'x'.repeat(101) }))
      .expect(406);
    const members = Array.from({ length: 10_000 }, () => 2);
    await api.post('/rest/on-call/rotation').send(rotation(members)).expect(413);
  });

  it('apply quiet hours only to the caller', async () => {
    const quiet = { timeZone: 'UTC', startTime: '22:00', endTime: '07:00', days: ['MO'], urgentPriority: 'MEDIUM' };
    const [ann, bob] = ['ann', 'bob'].map((username) => api.as({ username, roles: ['viewer'] }));
    await ann!.get('/rest/on-call/quiet-hours').expect(404);
    await ann!.put('/rest/on-call/quiet-hours').send(quiet).expect(200);
    expect((await ann!.get('/rest/on-call/quiet-hours').expect(200)).body).toEqual(quiet);
    await bob!.get('/rest/on-call/quiet-hours').expect(404);
    await bob!.delete('/rest/on-call/quiet-hours').expect(204);
    await bob!.delete('/rest/on-call/quiet-hours?validate=true').expect(404);
    for (const over of [
      { timeZone: 'x' },
      { startTime: '24:00' },
      { endTime: '22:00' },
      { days: ['XX'] },
      { days: [] },
    ]) {
      await ann!
        .put('/rest/on-call/quiet-hours')
        .send({ ...quiet, ...over })
        .expect(406);
    }
    await ann!.delete('/rest/on-call/quiet-hours').expect(204);
    await ann!.get('/rest/on-call/quiet-hours').expect(404);
  });
});
