import type { SilenceRest } from '@wardstone/dto/monitoring';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
type Id = { id: number };
type Caller = Pick<ReturnType<typeof useMonitoring>, 'get' | 'post' | 'put' | 'delete'>;

describe('silences of callers without permission', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const keeper = (role: 'operator' | 'viewer', ...permissions: string[]) => api.as({ roles: [role], permissions });
  const onResource = ({ id }: Id, descendants = false): object => ({ kind: 'RESOURCE', id, descendants });
  const silence = async (scope: object): Promise<SilenceRest> =>
    (await api.post('/rest/silence').send(body(scope)).expect(201)).body as SilenceRest;
  const body = (scope: object): object => ({ scope, reason: 'x', endTime: api.clock.now() + HOUR });

  it('are refused: without the permission, and for resources that they do not see', async () => {
    const [mine, other] = [await givenResource(db()), await givenResource(db())];
    const part = await givenResource(db(), { parent: mine });
    const type = await givenType(db());
    const group = await givenGroup(db(), { members: [mine], roles: ['operator'] });
    const foreign = await givenGroup(db(), { members: [other, part] });
    const { body: defined } = await api
      .post(`/rest/alert/definitions?resourceId=${other.id}`)
      .send({ name: 'a', conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }] })
      .expect(201);
    const { id: definition } = defined as Id;
    const warden = keeper('operator', 'MANAGE_ALERTS');
    const watcher = keeper('operator', 'VIEW_RESOURCE');
    const attempts: [Caller, object, number][] = [
      [watcher, onResource(mine), 403],
      [watcher, { kind: 'GROUP', id: group.id }, 403],
      [warden, onResource(mine), 201],
      [warden, { kind: 'GROUP', id: group.id }, 201],
      [warden, onResource(other), 403],
      [warden, onResource(mine, true), 403], // a part is not theirs
      [warden, { kind: 'GROUP', id: foreign.id }, 403],
      [warden, { kind: 'TYPE', id: type.id }, 403],
      [warden, { kind: 'DEFINITION', id: definition }, 403],
      [warden, { kind: 'GROUP_DEFINITION', id: 1 }, 404],
      [api, onResource({ id: 1 }), 404],
      [api, { kind: 'GROUP', id: 1 }, 404],
      [api, { kind: 'TYPE', id: 1 }, 404],
      [api, { kind: 'DEFINITION', id: 9e15 }, 404],
      [api, { kind: 'PLANET', id: 1 }, 406],
      [api, { kind: 'RESOURCE' }, 406],
    ];
    for (const [caller, scope, status] of attempts) {
      const response = await caller.post('/rest/silence').send(body(scope));
      expect([scope, response.status]).toEqual([scope, status]);
    }
    await api.anonymous
      .post('/rest/silence')
      .send(body(onResource(mine)))
      .expect(401);
  });

  it('are hidden, and neither changed, ended nor deleted', async () => {
    const [mine, other] = [await givenResource(db()), await givenResource(db())];
    await givenGroup(db(), { members: [mine], roles: ['viewer'] });
    const [seen, hidden] = [await silence(onResource(mine)), await silence(onResource(other))];
    const [guest, watcher] = [keeper('viewer', 'MANAGE_ALERTS'), keeper('viewer', 'VIEW_RESOURCE')];
    const change = { reason: 'mine', endTime: api.clock.now() + DAY };
    await guest.get(`/rest/silence/${seen.id}`).expect(200);
    for (const [caller, id, status] of [
      [guest, hidden.id, 404],
      [watcher, seen.id, 403],
    ] as const) {
      await caller.put(`/rest/silence/${id}`).send(change).expect(status);
      await caller.post(`/rest/silence/${id}/end`).expect(status);
      await caller.delete(`/rest/silence/${id}?validate=true`).expect(status);
    }
    const { body: listed } = await guest.get('/rest/silence?ps=1000').expect(200);
    expect((listed as Id[]).map(({ id }) => id)).toContain(seen.id);
    expect((listed as Id[]).map(({ id }) => id)).not.toContain(hidden.id);
    await guest.get(`/rest/silence?resourceId=${other.id}`).expect(403);
    await guest.delete(`/rest/silence/${seen.id}`).expect(204);
  });

  it.each<[string, object]>([
    ['no reason', { reason: undefined }],
    ['an empty reason', { reason: '  ' }],
    ['no end', { endTime: undefined }],
    ['no scope', { scope: undefined }],
    ['an end before the start', { endTime: 1 }],
    ['more than a year', { endTime: Date.UTC(2040, 0) }],
    ['a rule without end or sense', { rule: 'FREQ=SECONDLY', timeZone: 'UTC' }],
    ['10^9 windows', { rule: 'FREQ=DAILY;COUNT=1000000000', timeZone: 'UTC' }],
    ['no window at all', { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', timeZone: 'UTC' }],
    ['an unknown time zone', { rule: 'FREQ=DAILY', timeZone: '../../etc' }],
    ['a text for a time', { endTime: 'tomorrow' }],
  ])('are refused with %s', async (_what, over) => {
    const scope = onResource(await givenResource(db()));
    const { body: error, status } = await api.post('/rest/silence').send({ ...body(scope), ...over });
    expect([status, Object.keys(error as object).length > 0]).toEqual([406, true]);
  });

  it('cannot be changed once they have ended', async () => {
    const { id } = await silence(onResource(await givenResource(db())));
    await api.post(`/rest/silence/${id}/end`).expect(200);
    await api.post(`/rest/silence/${id}/end`).expect(409);
    await api
      .put(`/rest/silence/${id}`)
      .send({ reason: 'x', endTime: api.clock.now() + DAY })
      .expect(409);
    await api.delete(`/rest/silence/${id}`).expect(204);
    await api.delete(`/rest/silence/${id}`).expect(204);
    await api.delete(`/rest/silence/${id}?validate=true`).expect(404);
  });
});
