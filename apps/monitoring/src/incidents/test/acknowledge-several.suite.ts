import type { AlertRest } from '@wardstone/dto/monitoring';
import { givenOpenAlerts } from '../../test/given-alerts';
import { givenGroup, givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const NOW = Date.UTC(2026, 0, 15, 12);

describe('acknowledging several alerts', () => {
  const api = useMonitoring();
  const db = () => api.database;

  async function define(name: string, resource: { id: number } | undefined, parent?: number): Promise<number> {
    const [row] = await db().query<{ id: number }>(
      `INSERT INTO alert_definition (resource_id, parent_id, name, condition_mode, is_enabled, priority, recovery_id,
                                     dampening_category, dampening_count, dampening_period, is_deleted)
       VALUES ($1, $2, $3, 'ANY', true, 'HIGH', 0, 'NONE', 0, 0, $1::integer IS NULL) RETURNING id`,
      [resource?.id ?? null, parent ?? null, name],
    );
    return row!.id;
  }

  async function fire(definition: number, resource: { id: number }, firedMs = NOW - 1000): Promise<number> {
    const [row] = await db().query<{ id: number }>(
      `INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, rules, occurrences)
       VALUES ($1, $2, $3, 'x', '{}', '{}') RETURNING id`,
      [definition, resource.id, firedMs],
    );
    await givenOpenAlerts(db());
    return row!.id;
  }

  async function givenFired() {
    const host = await givenResource(db(), { name: `host ${crypto.randomUUID()}` });
    const part = await givenResource(db(), { name: '/', parent: host });
    const template = await define('disk full', undefined);
    const child = await define('disk full', part, template);
    const other = await define('busy', host);
    const alerts = [await fire(child, part), await fire(child, part), await fire(other, host)] as const;
    return { host, part, template, alerts };
  }

  const acknowledge = async (body: object, query = '', by: Pick<typeof api, 'post'> = api) =>
    (await by.post(`/rest/alert/acknowledge?${query}`).send(body).expect(200)).body as unknown;
  const read = async (id: number) =>
    (await api.get(`/rest/alert/${id}?include=ackComment`).expect(200)).body as AlertRest;
  const open = async (ids: readonly number[]) => {
    const alerts = await Promise.all(ids.map(read));
    return alerts.map(({ ackTime }) => ackTime === 0);
  };

  it('stores a comment, which the alert, lists and pages show', async () => {
    const { alerts, host } = await givenFired();
    expect(await acknowledge({ alerts: [alerts[0]], comment: 'disk <ordered>' })).toEqual({
      acknowledged: 1,
      remaining: 0,
    });
    expect(await read(alerts[0])).toMatchObject({ ackBy: 'ann', ackTime: NOW, ackComment: 'disk <ordered>' });
    expect(await read(alerts[1])).not.toHaveProperty('ackComment');
    const list = await api
      .get(`/rest/alert?resourceId=${host.id}&descendants=true&slim=true&include=ackComment`)
      .expect(200);
    expect(list.body).toContainEqual(expect.objectContaining({ ackComment: 'disk <ordered>' }));
    const page = await api.get(`/rest/alert/${alerts[0]}.html`).expect(200);
    expect(page.text).toContain('disk &lt;ordered&gt;');
    const xml = await api.get(`/rest/alert/${alerts[0]}.xml?include=ackComment`).expect(200);
    expect(xml.text).toContain('<ackComment>disk &lt;ordered&gt;</ackComment>');
  });

  it("acknowledges problems of a template's children by the template", async () => {
    const { alerts, template, part, host } = await givenFired();
    const problems = [{ definitionId: template, resourceId: part.id }];
    expect(await acknowledge({ problems })).toEqual({ acknowledged: 2, remaining: 0 });
    expect(await open(alerts)).toEqual([false, false, true]);
    expect(await acknowledge({ problems: [{ definitionId: template, resourceId: host.id }] })).toMatchObject({
      acknowledged: 0,
    });
  });

  it('acknowledges all that match a filter, up to a time, and keeps earlier acknowledgements', async () => {
    const { alerts, host } = await givenFired();
    const [{ name }] = (await db().query<{ name: string }>(`SELECT name FROM resource WHERE id = $1`, [host.id])) as [
      { name: string },
    ];
    const late = await fire(await define('busy', host), host, NOW);
    await acknowledge({ alerts: [alerts[0]], comment: 'first' });
    const body = { all: true, comment: 'second', until: NOW - 1 };
    expect(await acknowledge(body, `q=${encodeURIComponent(name.toUpperCase())}&prio=high`)).toMatchObject({
      acknowledged: 2,
    });
    expect((await read(alerts[0])).ackComment).toBe('first');
    expect(await open([...alerts, late])).toEqual([false, false, false, true]);
  });

  it('requires MANAGE_ALERTS, and reaches visible resources only', async () => {
    const { alerts, part } = await givenFired();
    await givenGroup(db(), { members: [part], roles: ['operator'] });
    const operator = api.as({ roles: ['operator'], permissions: ['MANAGE_ALERTS'] });
    const mine = { alerts: [...alerts] };
    const refused = await api
      .as({ roles: ['viewer'] })
      .post('/rest/alert/acknowledge')
      .send(mine)
      .expect(403);
    expect(refused.headers['x-error-type']).toBe('insufficient_scope');
    expect(await open(alerts)).toEqual([true, true, true]);
    expect(await acknowledge(mine, '', operator)).toEqual({ acknowledged: 2, remaining: 0 });
    expect(await open(alerts)).toEqual([false, false, true]);
    await api.anonymous.post('/rest/alert/acknowledge').send(mine).expect(401);
  });

  it.each([
    ['nothing', {}],
    ['an empty choice', { alerts: [] }],
    ['all and some', { all: true, alerts: [1] }],
    ['a long comment', { all: true, comment: 'x'.repeat(1_001) }],
    ['too many', { alerts: Array.from({ length: 1_001 }, (_id, at) => at + 1) }],
    ['texts for ids', { alerts: ['1 OR true'] }],
    ['no record', []],
  ])('refuses %s', async (_what, body) => {
    const { alerts } = await givenFired();
    const refused = await api.post('/rest/alert/acknowledge').send(body).expect(406);
    expect(refused.headers['x-error-type']).toBe('invalid_content');
    expect(await open(alerts)).toEqual([true, true, true]);
  });

  it('ignores unknown ids', async () => {
    const body = { alerts: [0, -1, 2 ** 40], problems: [{ definitionId: 2 ** 40, resourceId: 1 }] };
    expect(await acknowledge(body)).toEqual({ acknowledged: 0, remaining: 0 });
  });

  it('lists alerts by a part of the name of their definition or host', async () => {
    const { host, alerts } = await givenFired();
    const [row] = await db().query<{ name: string }>(`SELECT name FROM resource WHERE id = $1`, [host.id]);
    const found = async (q: string) => {
      const { body } = await api.get(`/rest/alert?q=${encodeURIComponent(q)}&size=-1`).expect(200);
      return (body as AlertRest[]).map(({ id }) => id).sort((a, b) => a - b);
    };
    expect(await found(row!.name)).toEqual([...alerts]);
    expect(await found('DISK F')).toEqual(expect.arrayContaining([alerts[0], alerts[1]]));
    expect(await found('disk f')).not.toContain(alerts[2]);
  });
});
