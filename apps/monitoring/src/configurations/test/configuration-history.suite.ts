import { withTurnsSpent } from '@wardstone/testing';
import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const NOON = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;

interface Difference {
  property: string;
}

describe('the configuration of a resource', () => {
  const api = useMonitoring();

  /** Versions in their order, an hour apart; the last one is the current one. */
  const givenConfigured = async (...versions: object[]): Promise<number> => {
    const { id } = await givenResource(api.database);
    for (const [index, version] of versions.entries()) {
      await api.database.query(
        `INSERT INTO configuration_update (resource_id, status, configuration, created_ms, modified_ms) VALUES ($1, 'SUCCESS', $2, $3, $3)`,
        [id, JSON.stringify(version), NOON + index * HOUR],
      );
    }
    await api.database.query('UPDATE resource SET resource_configuration = $2 WHERE id = $1', [
      id,
      JSON.stringify(versions.at(-1)),
    ]);
    return id;
  };
  const listChanges = async (id: number, query = '') => {
    const { body, headers } = await api.get(`/rest/resource/${id}/configuration/changes?${query}`).expect(200);
    return { rows: body as Difference[], total: Number(headers['x-collection-size']) };
  };
  const getDifferences = async (id: number, query: string) =>
    (await api.get(`/rest/resource/${id}/configuration/differences?${query}`).expect(200)).body as Difference[];

  it('has changes with before and after, the newest first, without the first version', async () => {
    const id = await givenConfigured({ a: '1', b: '1' }, { a: '2', b: '1', c: '1' }, { a: '2', c: '1' });
    expect(await listChanges(id)).toMatchObject({
      total: 3,
      rows: [
        { time: NOON + 2 * HOUR, property: 'b', before: '1', after: null },
        { time: NOON + HOUR, property: 'a', before: '1', after: '2' },
        { time: NOON + HOUR, property: 'c', before: null, after: '1' },
      ],
    });
    expect(await listChanges(id, 'ps=1&page=1')).toMatchObject({ total: 3, rows: [{ property: 'a' }] });
    expect(await listChanges(id, 'ps=10&page=9')).toEqual({ total: 3, rows: [] });
    expect(await listChanges(await givenConfigured({ a: '1' }))).toEqual({ total: 0, rows: [] });
  });

  it('has the changes of its last two hundred versions', async () => {
    const id = await givenConfigured(...Array.from({ length: 203 }, (_, n) => ({ n: String(n) })));
    const { total, rows } = await listChanges(id, 'ps=1000');
    expect(total).toBe(200);
    expect([rows[0], rows.at(-1)]).toMatchObject([
      { before: '201', after: '202' },
      { before: '2', after: '3' },
    ]);
  });

  it('is compared with that of another host, and with its own at another time', async () => {
    const one = await givenConfigured({ a: '1', b: '1', gone: '1' }, { a: '2', b: '1' });
    const other = await givenConfigured({ a: '2', b: '3' });
    expect(await getDifferences(one, `other=${other}`)).toEqual([{ property: 'b', value: '1', otherValue: '3' }]);
    expect(await getDifferences(one, `otherTime=${NOON + HOUR / 2}`)).toEqual([
      { property: 'a', value: '2', otherValue: '1' },
      { property: 'gone', value: null, otherValue: '1' },
    ]);
    expect(await getDifferences(one, `time=${NOON}&other=${other}&otherTime=${NOON}`)).toHaveLength(3);
    expect(await getDifferences(one, `otherTime=${NOON - 1}`)).toEqual([
      { property: 'a', value: '2', otherValue: null },
      { property: 'b', value: '1', otherValue: null },
    ]);
    expect(await getDifferences(one, '')).toEqual([]);
  });

  it('is compared in turns, like searches for packages', async () => {
    const id = await givenConfigured({ a: '1' }, { a: '2' });
    await withTurnsSpent(api, async () => {
      const lists = [
        `resource/${id}/configuration/changes`,
        `resource/${id}/configuration/differences`,
        'package?q=bash',
      ];
      for (const list of lists) {
        const { headers } = await api.get(`/rest/${list}`).expect(429);
        expect(headers['x-error-type']).toBe('too_many_heavy_requests');
      }
      await api.get('/rest/resource/42/configuration/changes').expect(404);
      await api.get('/rest/package?q=a%20b').expect(406);
    });
    expect((await listChanges(id)).total).toBe(1);
  });

  it('shows no secrets of either side', async () => {
    const id = await givenConfigured({ password: 'first', nested: '1' }, { password: 'second', nested: '2' });
    const secret = (name: string) => ({ name, kind: 'SIMPLE', type: 'PASSWORD', isRequired: false });
    await api.database.query(
      `UPDATE resource_type t SET resource_configuration = $2 FROM resource r WHERE r.id = $1 AND t.id = r.resource_type_id`,
      [
        id,
        JSON.stringify({
          properties: [secret('password'), { name: 'nested', kind: 'MAP', members: [secret('key')] }],
          defaultValues: {},
        }),
      ],
    );
    const returned = JSON.stringify([await listChanges(id), await getDifferences(id, `otherTime=${NOON}`)]);
    expect(returned).toContain('"property":"password"');
    for (const value of ['first', 'second', '"1"', '"2"']) expect(returned).not.toContain(value);
  });

  it('requires the permission to read configurations on both resources', async () => {
    const [one, other] = [await givenConfigured({ a: '1' }), await givenConfigured({ a: '2' })];
    const viewer = api.as({ username: 'looks-on', roles: ['viewer'], permissions: ['CONFIGURE_READ'] });
    for (const path of ['changes', 'differences']) {
      await viewer.get(`/rest/resource/${one}/configuration/${path}`).expect(403);
      await api.get(`/rest/resource/99999/configuration/${path}`).expect(404);
    }
    await api.get(`/rest/resource/${one}/configuration/differences?other=99999`).expect(404);
    await api.get(`/rest/resource/${one}/configuration/differences?other=x`).expect(406);
    await viewer.get(`/rest/resource/${one}/configuration/differences?other=${other}`).expect(403);
  });
});
