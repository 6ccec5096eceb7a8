import type { ResourceDependency } from '@wardstone/dto/monitoring';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import type { Response } from 'supertest';

type Id = { id: number };

describe('dependencies', () => {
  const api = useMonitoring();
  const keeper = api.as({ username: 'keeper', roles: ['operator'], permissions: ['VIEW_RESOURCE', 'MANAGE_ALERTS'] });
  const viewer = api.as({ username: 'viewer', roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
  const given = (over: object = {}): Promise<Id> => givenResource(api.database, over);
  const put = ({ id }: Id, dependsOn: readonly unknown[], caller: Pick<typeof api, 'put'> = api) =>
    caller.put(`/rest/resource/${id}/dependencies`).send({ dependsOn });
  const list = async (
    { id }: Id,
    which: 'dependencies' | 'dependents' = 'dependencies',
    caller: Pick<typeof api, 'get'> = api,
  ): Promise<number[]> => {
    const { body } = await caller.get(`/rest/resource/${id}/${which}`).expect(200);
    return (body as ResourceDependency[]).map(({ resourceId }) => resourceId);
  };
  const refusal = (status: number, type: string) => (response: Response) => {
    expect([response.status, response.headers['x-error-type']]).toEqual([status, type]);
  };

  it('are shown from both ends', async () => {
    const [web, db] = [await given(), await given()];
    await put(web, [db.id, db.id]).expect(200);
    expect([await list(web), await list(db)]).toEqual([[db.id], []]);
    expect([await list(web, 'dependents'), await list(db, 'dependents')]).toEqual([[], [web.id]]);
    await put(web, []).expect(200);
    expect(await list(db, 'dependents')).toEqual([]);
  });

  it('refuse a resource itself, its ancestors, its parts, and circles of any length', async () => {
    const host = await given();
    const part = await given({ parent: host });
    const others = [];
    for (let i = 0; i < 4; i++) others.push(await given());
    const [first, , , last] = others;
    await put(host, [host.id]).expect(refusal(409, 'dependency_circle'));
    await put(host, [part.id]).expect(refusal(409, 'dependency_circle'));
    await put(part, [host.id]).expect(200);
    for (let i = 1; i < others.length; i++) await put(others[i - 1]!, [others[i]!.id]).expect(200);
    await put(last!, [first!.id]).expect(refusal(409, 'dependency_circle'));
    // Through a part of the last resource.
    const partOfFirst = await given({ parent: first });
    await put(last!, [partOfFirst.id]).expect(refusal(409, 'dependency_circle'));
    expect(await list(last!)).toEqual([]);
  });

  it('refuse a circle that two requests close at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await given(), await given()];
      const responses = await Promise.all([put(one, [other.id]), put(other, [one.id])]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('refuse invalid ids, unknown resources, too many, and those that have left the inventory', async () => {
    const [web, gone] = [await given(), await given({ status: 'UNINVENTORIED' })];
    const never = 2_147_483_647;
    for (const [ids, status, type] of [
      [[never], 404, 'resource_not_found'],
      [[gone.id], 406, 'resource_not_in_inventory'],
      [[0], 404, 'resource_not_found'],
      [[-1], 404, 'resource_not_found'],
      [[2 ** 40], 404, 'resource_not_found'],
      [[1.5], 406, 'invalid_content'],
      [['1 OR true'], 406, 'invalid_content'],
      [[null], 406, 'invalid_content'],
      [Array.from({ length: 101 }, (_, i) => i + 1), 406, 'invalid_content'],
    ] as const) {
      await put(web, ids).expect(refusal(status, type));
    }
    await put(gone, [web.id]).expect(refusal(406, 'resource_not_in_inventory'));
    await put({ id: never }, [web.id]).expect(refusal(404, 'resource_not_found'));
    await api.get(`/rest/resource/${never}/dependents`).expect(refusal(404, 'resource_not_found'));
    expect(await list(web)).toEqual([]);
  });

  it('are removed when a resource leaves the inventory or is deleted', async () => {
    const [web, db] = [await given(), await given()];
    await put(web, [db.id]).expect(200);
    await api.delete(`/rest/resource/${db.id}?delete=true`);
    await api.database.query(`UPDATE resource SET inventory_status = 'UNINVENTORIED' WHERE id = $1`, [db.id]);
    expect(await list(web)).toEqual([]);
    // The deleted dependency is not listed, and does not prevent other changes.
    await put(web, []).expect(200);
  });

  it('are changed with MANAGE_ALERTS on one resource and sight of the other, and reveal no hidden one', async () => {
    const [own, seen, hidden, user] = [await given(), await given(), await given(), await given()];
    await givenGroup(api.database, { members: [own, seen], roles: ['operator', 'viewer'] });
    await put(own, [hidden.id]).expect(200);
    await put(hidden, [seen.id]).expect(200);
    await put(user, [own.id]).expect(200);
    await put(own, [seen.id], viewer).expect(refusal(403, 'insufficient_scope'));
    await put(hidden, [own.id], keeper).expect(refusal(403, 'resource_forbidden'));
    await put(own, [user.id], keeper).expect(refusal(403, 'resource_forbidden'));
    await keeper.get(`/rest/resource/${hidden.id}/dependencies`).expect(refusal(403, 'resource_forbidden'));
    await keeper.get(`/rest/resource/${hidden.id}/dependents`).expect(refusal(403, 'resource_forbidden'));
    for (const caller of [keeper, viewer]) {
      expect([await list(own, 'dependencies', caller), await list(own, 'dependents', caller)]).toEqual([[], []]);
      expect(await list(seen, 'dependents', caller)).toEqual([]);
    }
    // Hidden dependencies stay when the others are replaced, and count for circles.
    await put(own, [seen.id], keeper).expect(200);
    await put(own, [], keeper).expect(200);
    expect(await list(own)).toEqual([hidden.id]);
    await put(seen, [own.id], keeper).expect(refusal(409, 'dependency_circle'));
  });

  it('are followed through thousands of them', async () => {
    const type = await givenType(api.database);
    const ids = await api.database.query<Id>(
      `INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, availability, created_ms, modified_ms)
       SELECT $1, 'SERVICE', 'chain-' || n, 'chain-' || n, 'COMMITTED', 'UP', 0, 0 FROM generate_series(1, 2000) n
       RETURNING id`,
      [type.id],
    );
    await api.database.query(
      `INSERT INTO resource_dependency (resource_id, depends_on_id)
       SELECT n.id, m.id FROM unnest($1::integer[]) WITH ORDINALITY n (id, at)
         JOIN unnest($1::integer[]) WITH ORDINALITY m (id, at) ON m.at BETWEEN n.at + 1 AND n.at + 20`,
      [ids.map(({ id }) => id)],
    );
    await put(ids.at(-1)!, [ids[0]!.id]).expect(refusal(409, 'dependency_circle'));
    await put(ids[0]!, [ids.at(-1)!.id]).expect(200);
    await api
      .put(`/rest/resource/${ids.at(-1)!.id}/availability`)
      .send({ type: 'DOWN', since: 0 })
      .expect(204);
    const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
    const definition = { name: 'host down', enabled: true, conditions: [down], notifications: [] };
    await api.post(`/rest/alert/definitions?resourceId=${ids[0]!.id}`).send(definition).expect(201);
    await api.put(`/rest/resource/${ids[0]!.id}/availability`).send({ type: 'DOWN', since: 0 }).expect(204);
    const [alert] = (await api.get(`/rest/alert?resourceId=${ids[0]!.id}&include=hold`).expect(200)).body as [
      { hold: object },
    ];
    expect(alert.hold).toMatchObject({ state: 'SUPPRESSED', causeId: ids.at(-1)!.id });
  });
});
