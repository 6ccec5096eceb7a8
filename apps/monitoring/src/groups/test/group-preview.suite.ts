import type { GroupDefinitionPreview, GroupRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const PREVIEW = '/rest/group/definitions/preview';

describe('the preview of a group definition', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const send = (body: object) => api.post(PREVIEW).send(body);
  const preview = async (expression: string[], over: object = {}): Promise<GroupDefinitionPreview> =>
    (await send({ name: 'P', expression, ...over }).expect(200)).body as GroupDefinitionPreview;
  const toIds = (members: readonly ResourceWithType[]): number[] => members.map(({ resourceId }) => resourceId);
  const getError = async (body: object, status: number): Promise<[unknown, string]> => {
    const response = await send(body).expect(status);
    return [response.headers['x-error-type'], (response.body as { message: string }).message];
  };
  /** Statements that find only these resources. */
  const within = (plugin: string): string => `resource.type.plugin = ${plugin}`;

  it('returns the groups that the calculation then makes', async () => {
    const plugin = 'Previewed';
    const cpu = await givenType(db(), { plugin, name: 'CPU' });
    const host = await givenType(db(), { plugin, name: 'Host', category: 'PLATFORM' });
    const parent = await givenResource(db(), { type: host, availability: 'UP' });
    const up = await givenResource(db(), { type: cpu, availability: 'UP', parent });
    const down = await givenResource(db(), { type: cpu, availability: 'DOWN', parent });
    await givenResource(db(), { type: cpu, availability: 'UP', status: 'NEW' });
    const definition = {
      name: 'as calculated',
      expression: [within(plugin), 'groupby resource.availability'],
      recursive: true,
    };
    const { body } = await send(definition).expect(200);
    const { groups, ...counts } = body as GroupDefinitionPreview;
    expect(counts).toEqual({ groupCount: 2, resourceCount: 3, notes: [] });
    expect(groups.map(({ members, ...group }) => ({ ...group, members: toIds(members) }))).toEqual([
      {
        name: 'DynaGroup - as calculated ( DOWN )',
        category: 'COMPATIBLE',
        explicitCount: 1,
        implicitCount: 1,
        members: [down.id],
      },
      {
        name: 'DynaGroup - as calculated ( UP )',
        category: 'MIXED',
        explicitCount: 2,
        implicitCount: 3,
        members: [parent.id, up.id],
      },
    ]);
    expect(groups[0]!.members).toEqual([(await api.get(`/rest/resource/${down.id}`)).body]);

    expect((await api.get('/rest/group/definitions?q=as%20calculated')).body).toEqual([]);
    const { id } = (await api.post('/rest/group/definitions').send(definition).expect(201)).body as { id: number };
    await api.put(`/rest/group/definition/${id}?recalculate=true`).expect(204);
    const made = (await api.get('/rest/group?q=as%20calculated').expect(200)).body as GroupRest[];
    expect(
      made.map(({ name, category, explicitCount, implicitCount }) => ({
        name,
        category,
        explicitCount,
        implicitCount,
      })),
    ).toEqual(groups.map(({ members: _members, ...group }) => group));
  });

  it('has one group without pivots, also when nothing matches', async () => {
    expect(await preview(['resource.name = nothing of this name'])).toEqual({
      groupCount: 1,
      resourceCount: 0,
      groups: [{ name: 'DynaGroup - P', category: 'MIXED', explicitCount: 0, implicitCount: 0, members: [] }],
      notes: [],
    });
    expect(await preview(['resource.name = nothing of this name', 'groupby resource.id'])).toEqual({
      groupCount: 0,
      resourceCount: 0,
      groups: [],
      notes: [],
    });
  });

  it('counts everything, and shows twenty groups and ten members', async () => {
    const plugin = 'Plenty';
    const type = await givenType(db(), { plugin });
    const made: number[] = [];
    for (let at = 0; at < 25; at += 1) made.push((await givenResource(db(), { type })).id);
    const together = await preview([within(plugin)]);
    expect(together).toMatchObject({ groupCount: 1, resourceCount: 25 });
    expect(together.groups[0]).toMatchObject({ explicitCount: 25, implicitCount: 25, category: 'COMPATIBLE' });
    expect(toIds(together.groups[0]!.members)).toEqual(made.slice(0, 10));
    const apart = await preview([within(plugin), 'groupby resource.id']);
    expect(apart).toMatchObject({ groupCount: 25, resourceCount: 25 });
    expect(apart.groups).toHaveLength(20);
  });

  it('reports when another group has one of the names, other than those of the definition itself', async () => {
    const name = 'Named';
    await givenGroup(db(), { name: 'dynagroup - nAMED ( up )' });
    const plugin = 'NamePlugin';
    const type = await givenType(db(), { plugin });
    await givenResource(db(), { type, availability: 'UP' });
    const expression = [within(plugin), 'groupby resource.availability'];
    expect((await preview(expression, { name })).notes).toEqual([
      'Another group already has the name dynagroup - nAMED ( up )',
    ]);
    expect((await preview([within(plugin)], { name })).notes).toEqual([]);

    const own = { name: 'Own names', expression };
    const { id } = (await api.post('/rest/group/definitions').send(own).expect(201)).body as { id: number };
    await api.put(`/rest/group/definition/${id}?recalculate=true`).expect(204);
    expect((await preview(expression, { name: 'Own names', id })).notes).toEqual([]);
    expect((await preview(expression, { name: 'Own names' })).notes).toHaveLength(1);
    expect((await preview(expression, { name: 'Own names', id: Number.MAX_SAFE_INTEGER })).notes).toHaveLength(1);
  });

  it('refuses an invalid definition, and shows where the expression is wrong', async () => {
    expect(await getError({ expression: ['resource.name = a', '  resource.nam = a'] }, 406)).toEqual([
      'group_expression_invalid',
      expect.stringMatching(/^Line 2, column 12: /),
    ]);
    expect(await getError({ expression: [] }, 406)).toEqual(['invalid_content', expect.stringContaining('expression')]);
    expect(await getError({ name: '<b>', expression: ['resource.id = 1'] }, 406)).toEqual([
      'invalid_content',
      expect.stringContaining('name'),
    ]);
    expect(await getError({ expression: [`resource.name = ${'n'.repeat(985)}`] }, 406)).toEqual([
      'group_expression_invalid',
      expect.stringContaining('1000'),
    ]);
    await send({ expression: 'resource.id = 1' }).expect(406);
    await api.post(PREVIEW).expect(406);
    await send({ expression: ['resource.id = 1'], colour: 'red', generatedGroupIds: ['x'] }).expect(406);
    await send({ expression: ['resource.id = 1'], colour: 'red' }).expect(200);
  });

  it('treats any text as a value', async () => {
    const text = `'; DROP TABLE resource; -- $1 %_\\ "`;
    for (const expression of [
      [`resource.name = ${text}`],
      [`memberof = ${text}`, `resource.trait[${text}].contains = ${text}`],
      [`groupby resource.pluginConfiguration[${text}]`],
    ]) {
      expect(await preview(expression, { name: 'P "; --' })).toMatchObject({ resourceCount: 0 });
    }
  });

  it('needs MANAGE_INVENTORY in an organisation that is served', async () => {
    const body = { expression: ['groupby resource.name'] };
    await api
      .as({ roles: ['operator'] })
      .post(PREVIEW)
      .send(body)
      .expect(200);
    for (const roles of [['viewer'], ['metrics'], ['agent']] as const) {
      await api
        .as({ roles: [...roles] })
        .post(PREVIEW)
        .send(body)
        .expect(403);
    }
    await api.anonymous.post(PREVIEW).send(body).expect(401);
    const { headers } = await api
      .as({ orgId: 'elsewhere', roles: ['admin'] })
      .post(PREVIEW)
      .send(body)
      .expect(403);
    expect(headers['x-error-type']).toBe('organisation_not_served');
  });
});
