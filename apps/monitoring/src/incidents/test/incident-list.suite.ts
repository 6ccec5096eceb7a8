import type { AlertExplanation, IncidentNotification, IncidentRest } from '@wardstone/dto/monitoring';
import { givenGroup, givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { AT_ONCE, type Id, MINUTE, useOnCall } from '../../test/alerts/on-call-fixture';
import { type MailSink, openMailSink } from '../../test/alerts/sinks';

const RUN = { signal: new AbortController().signal };

describe('the list of incidents', () => {
  let mail: MailSink;
  beforeAll(async () => {
    mail = await openMailSink();
  });
  afterAll(() => mail.close());
  const api = useMonitoring(() => ({ ...AT_ONCE, SMTP_URL: mail.url }));
  const db = () => api.database;
  const { person, users, policy, define, report, alertOn, pass } = useOnCall(api);
  const keeper = api.as({ username: 'keeper', roles: ['operator'], permissions: ['MANAGE_ALERTS'] });
  const viewer = api.as({ username: 'viewer', roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
  const toOps = { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } };
  const list = async (query: string, caller: Pick<typeof api, 'get'> = api): Promise<IncidentRest[]> =>
    (await caller.get(`/rest/incident${query}`).expect(200)).body as IncidentRest[];
  const find = async (name: string, caller: Pick<typeof api, 'get'> = api): Promise<IncidentRest> => {
    const [incident, ...others] = await list(`?q=${name}`, caller);
    expect(others).toEqual([]);
    return incident!;
  };
  const getNotifications = async ({ id }: Id, caller: Pick<typeof api, 'get'> = api): Promise<IncidentNotification[]> =>
    (await caller.get(`/rest/incident/${id}/notifications`).expect(200)).body as IncidentNotification[];
  let serial = 0;
  const given = async (over: object = {}) => {
    const name = `listed-${++serial}`;
    return { ...(await givenResource(db(), { name, ...over })), name };
  };

  it('has the state, since when, who was notified, and what they responded', async () => {
    const resource = await given();
    await define(resource, 0, [toOps]);
    await report(resource, 'DOWN');
    await pass(1);
    const incident = await find(resource.name);
    expect(incident).toMatchObject({
      name: 'host down',
      resourceId: resource.id,
      resourceName: resource.name,
      priority: 'LOW',
      state: 'OPEN',
      place: resource.name,
      hostCount: 1,
      hosts: [{ name: resource.name, alertCount: 1 }],
      alertCount: 1,
      firingCount: 1,
      suppressedCount: 0,
      recoveredCount: 0,
      told: [{ senderName: 'Direct Emails', state: 'SUCCESS', recipients: ['ops@example.test'] }],
    });
    expect(incident).not.toHaveProperty('endTime');
    expect((await api.get(`/rest/incident/${incident.id}`).expect(200)).body).toEqual(incident);
    expect(await getNotifications(incident)).toMatchObject([
      {
        senderName: 'Direct Emails',
        kind: 'ALERT',
        settled: true,
        alertCount: 1,
        alertId: await alertOn(resource),
        attempts: [{ state: 'SUCCESS', message: 'sent to [ops@example.test]' }],
        responses: [expect.stringMatching(/^ops@example.test: 250 /)],
      },
    ]);
    const { body: alerts } = await api.get(`/rest/alert?incidentId=${incident.id}&include=incidentId`).expect(200);
    expect(alerts).toMatchObject([{ id: await alertOn(resource), incidentId: incident.id }]);
  });

  it('names the cause, counts what it suppresses, and distinguishes states', async () => {
    const parent = await given({ name: 'core-switch' });
    const below = [await given({ parent }), await given({ parent })];
    for (const resource of [parent, ...below]) await define(resource, 0, [toOps]);
    for (const resource of [parent, ...below]) await report(resource, 'DOWN');
    await pass(1);
    const incident = await find('core-switch');
    expect(incident).toMatchObject({
      state: 'OPEN',
      causeId: parent.id,
      causeName: 'core-switch',
      alertCount: 3,
      firingCount: 1,
      suppressedCount: 2,
      acknowledgedCount: 0,
      hostCount: 1,
      resourceCount: 3,
    });
    await api.post(`/rest/alert/acknowledge?incidentId=${incident.id}`).send({ all: true }).expect(200);
    expect((await find('core-switch')).state).toBe('ACKNOWLEDGED');
    for (const resource of [parent, ...below]) await report(resource, 'UP');
    await pass(12);
    expect(await find('core-switch')).toMatchObject({
      state: 'ENDED',
      endTime: expect.any(Number) as number,
      alertCount: 3,
      firingCount: 0,
      recoveredCount: 3,
    });
    expect((await list('?q=core-switch&ended=false')).length).toBe(0);
    expect((await list('?q=core-switch&ended=true')).length).toBe(1);
    expect((await getNotifications(incident)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['ALERT', 'END']),
    );
  });

  it('shows alerts that silences hold back as silenced, not as ended', async () => {
    const resource = await given();
    await define(resource, 0, [toOps]);
    const scope = { kind: 'RESOURCE', id: resource.id };
    const endTime = api.clock.now() + 60 * MINUTE;
    await api.post('/rest/silence').send({ scope, reason: 'works', endTime }).expect(201);
    await report(resource, 'DOWN');
    await pass(2);
    expect(await find(resource.name)).toMatchObject({ state: 'SILENCED', silencedCount: 1, firingCount: 0, told: [] });
    expect((await list(`?q=${resource.name}&ended=false`)).length).toBe(1);
  });

  it('is sorted and paged', async () => {
    for (let i = 0; i < 3; i++) {
      const resource = await given({ name: `paged-${i}` });
      await define(resource, 0, []);
      await report(resource, 'DOWN');
    }
    const names = async (query: string) => (await list(`?q=paged-${query}`)).map(({ resourceName }) => resourceName);
    expect(await names('')).toEqual(['paged-2', 'paged-1', 'paged-0']);
    expect(await names('&sort=openTime')).toEqual(['paged-0', 'paged-1', 'paged-2']);
    expect(await names('&ps=2&page=1')).toEqual(['paged-0']);
  });

  it('has only alerts of resources that the caller sees, and hides the rest of an incident', async () => {
    const parent = await given({ name: 'hidden-switch' });
    const below = await given({ parent });
    await givenGroup(db(), { members: [below], roles: ['viewer', 'operator'] });
    for (const resource of [parent, below]) await define(resource, 0, [toOps]);
    for (const resource of [parent, below]) await report(resource, 'DOWN');
    await pass(1);
    const incident = await find(below.name, viewer);
    expect(incident).toMatchObject({ alertCount: 1, suppressedCount: 1, causeId: parent.id, resourceId: below.id });
    expect(incident).not.toHaveProperty('causeName');
    expect(JSON.stringify(incident)).not.toContain('hidden-switch');
    expect(await list('?q=hidden-switch', viewer)).toEqual([]);
    expect(JSON.stringify(await getNotifications(incident, viewer))).not.toContain('250 ');
    const other = await given();
    await define(other, 0, []);
    await report(other, 'DOWN');
    const { id } = await find(other.name);
    for (const path of [`/rest/incident/${id}`, `/rest/incident/${id}/notifications`]) {
      const { headers } = await viewer.get(path).expect(404);
      expect(headers['x-error-type']).toBe('incident_not_found');
    }
    await viewer.post(`/rest/incident/${id}/resolve`).send({}).expect(403);
    await keeper.post(`/rest/incident/${id}/resolve`).send({}).expect(404);
    await api.get('/rest/incident/2147483647').expect(404);
    // Only alerts that the caller sees are resolved.
    await keeper.post(`/rest/incident/${incident.id}/resolve`).send({}).expect(200);
    expect((await find('hidden-switch')).firingCount).toBe(1);
  });

  it('resolves an incident: only its end is notified, to everyone who was notified', async () => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    const steps = await policy([[10, users(bob)]]);
    const resources = [await given({ name: 'resolved-1' })];
    resources.push(await given({ name: 'resolved-2', parent: resources[0] }));
    for (const resource of resources) await define(resource, steps, [users(ann)]);
    for (const resource of resources) await report(resource, 'DOWN');
    await pass(1);
    const { id, stepTime } = await find('resolved-1');
    expect(stepTime).toBeGreaterThan(api.clock.now());
    mail.mails.length = 0;
    const { body } = await api.post(`/rest/incident/${id}/resolve`).send({ comment: 'cable replaced' }).expect(200);
    expect(body).toMatchObject({ id, firingCount: 0, suppressedCount: 0, state: 'ENDED' });
    expect(body).not.toHaveProperty('stepTime');
    await pass(30);
    const messages = mail.mails.map(({ to, text }) => [to, /^Subject: (.*)/m.exec(text)![1]]);
    expect(messages).toEqual([['ann@example.test', expect.stringMatching(/^Resolved: /)]]);
    const { body: alerts } = await api.get(`/rest/alert?incidentId=${id}&include=ackComment`).expect(200);
    for (const alert of alerts as object[]) {
      expect(alert).toMatchObject({ ackBy: 'ann', ackComment: 'cable replaced' });
    }
  });

  it('resolves hundreds of alerts by one commit, each once, however often it is requested', async () => {
    const parent = await given({ name: 'many-switch' });
    const resources = [parent];
    for (let i = 0; i < 11; i++) resources.push(await given({ parent }));
    for (const resource of resources) await define(resource, 0, [toOps]);
    for (const resource of resources) await report(resource, 'DOWN');
    await pass(1);
    const { id } = await find('many-switch');

    const sent = ['first', 'second', 'third'].map((comment) =>
      api.post(`/rest/incident/${id}/resolve`).send({ comment }).expect(200),
    );

    expect((await Promise.all(sent)).map(({ body }) => (body as { firingCount: number }).firingCount)).toEqual([
      0, 0, 0,
    ]);
    const rows = await db().query<{ commit: string; comment: string }>(
      `SELECT a.xmin::text AS commit, a.ack_comment AS comment
         FROM alert a JOIN alert_hold h ON h.alert_id = a.id WHERE h.incident_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map(({ commit }) => commit)).size).toBe(1);
    expect(new Set(rows.map(({ comment }) => comment)).size).toBe(1);
    mail.mails.length = 0;
    await pass(30);
    const subjects = mail.mails.map(({ text }) => /^Subject: (.*)/m.exec(text)![1]!);
    expect(subjects.filter((subject) => subject.includes('many-switch'))).toEqual([
      expect.stringMatching(/^Resolved: /),
    ]);
  });

  it('explains the remaining steps: their policy, their time, and the recipients by rotation and quiet hours', async () => {
    const [ann, bob, cleo] = [await person('ann'), await person('bob'), await person('cleo')];
    const day = (days: number) => new Date(api.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
    const handOver = new Date(api.clock.now() + 25 * MINUTE).toISOString().slice(11, 16);
    const rotation = {
      name: 'r',
      timeZone: 'UTC',
      turn: 'DAILY',
      handOverTime: handOver,
      firstDay: day(-1),
      members: [{ userId: bob }, { userId: cleo }],
    };
    const { body: made } = await api.post('/rest/on-call/rotation').send(rotation).expect(201);
    const onCall = { senderName: 'On-Call Rotation', config: { rotationId: (made as Id).id } };
    const until = new Date(api.clock.now() + 120 * MINUTE).toISOString();
    const quiet = {
      timeZone: 'UTC',
      startTime: new Date(api.clock.now() - MINUTE).toISOString().slice(11, 16),
      endTime: until.slice(11, 16),
      urgentPriority: 'HIGH',
    };
    const sleeper = api.as({ username: 'cleo', roles: ['operator'] });
    await sleeper.put('/rest/on-call/quiet-hours').send(quiet).expect(200);
    const id = await policy([
      [10, onCall],
      [30, onCall],
      [40, { senderName: 'Direct Emails', config: { emailAddress: 'desk@example.test' } }],
    ]);
    const resource = await given();
    await define(resource, id, [users(ann)]);
    await report(resource, 'DOWN');
    await pass(1);
    const explain = async (caller: Pick<typeof api, 'get'> = api): Promise<AlertExplanation> =>
      (await caller.get(`/rest/alert/${await alertOn(resource)}/explain`).expect(200)).body as AlertExplanation;
    const { steps, firedTime, story } = await explain();
    const minutes = (time: number): number => (time - firedTime) / MINUTE;
    expect(steps.map((step) => [minutes(step.time), step.step, step.policyName, step.senderName])).toEqual([
      [10, 1, 'p', 'On-Call Rotation'],
      [30, 2, 'p', 'On-Call Rotation'],
      [40, 3, 'p', 'Direct Emails'],
    ]);
    const quietUntil = Date.parse(`${until.slice(0, 16)}:00Z`);
    expect(steps.map(({ addressees }) => addressees)).toEqual([
      [{ name: 'bob' }],
      [{ name: 'cleo', quietUntil }],
      [{ name: 'desk@example.test' }],
    ]);
    expect(story.filter(({ kind }) => kind === 'PLANNED').map(({ text }) => text)).toEqual([
      'Step 1 of p, On-Call Rotation: bob',
      `Step 2 of p, On-Call Rotation: cleo, quiet until ${new Date(quietUntil).toISOString()}`,
      'Step 3 of p, Direct Emails: desk@example.test',
    ]);
    // Names are for those who may read rotations and policies.
    await givenGroup(db(), { members: [resource], roles: ['viewer'] });
    expect((await explain(viewer)).steps.flatMap(({ addressees }) => addressees)).toEqual([]);
    // The planned notification is then really sent.
    mail.mails.length = 0;
    await pass(42);
    const own = mail.mails.map(({ to }) => to).filter((to) => to !== 'ops@example.test');
    expect(own).toEqual(['bob@example.test', 'desk@example.test']);
    expect((await explain()).notifications.map(({ step, dueTime }) => [step, dueTime])).toEqual([
      [undefined, undefined],
      [1, undefined],
      [2, quietUntil],
      [3, undefined],
    ]);
    await api.put(`/rest/alert/${await alertOn(resource)}`).expect(200);
    expect((await explain()).steps).toEqual([]);
    await sleeper.delete('/rest/on-call/quiet-hours').expect(204);
  });

  it('has no remaining steps while a cause suppresses the alert, and those after an active silence', async () => {
    const id = await policy([
      [10, toOps],
      [20, toOps],
    ]);
    const resource = await given();
    await define(resource, id, [toOps]);
    await report(resource, 'DOWN');
    await pass(1);
    const scope = { kind: 'RESOURCE', id: resource.id };
    const endTime = api.clock.now() + 15 * MINUTE;
    await api.post('/rest/silence').send({ scope, reason: 'works', endTime }).expect(201);
    const { body } = await api.get(`/rest/alert/${await alertOn(resource)}/explain`).expect(200);
    const { steps, firedTime } = body as AlertExplanation;
    expect(steps[0]).toMatchObject({ step: 1, time: endTime });
    expect(steps[1]).toMatchObject({ step: 2, time: firedTime + 20 * MINUTE });
    await api.service.app.get(AlertNotices, { strict: false }).release(RUN);
  });

  it('keeps the incident of an alert, with its id, during a silence and after it', async () => {
    const resource = await given();
    await define(resource, 0, [toOps]);
    const scope = { kind: 'RESOURCE', id: resource.id };
    const endTime = api.clock.now() + 40 * MINUTE;
    await api.post('/rest/silence').send({ scope, reason: 'works', endTime }).expect(201);
    await report(resource, 'DOWN');
    await pass(2);
    const { id } = await find(resource.name);
    await pass(30);
    expect(await find(resource.name)).toMatchObject({ id, state: 'SILENCED' });
    await pass(15);
    expect(await find(resource.name)).toMatchObject({ id, state: 'OPEN' });
  });
});
