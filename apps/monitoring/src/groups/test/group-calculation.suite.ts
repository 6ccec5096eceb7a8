import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { GroupJobs } from '../group-calculation.service';

interface Group {
  id: number;
  name: string;
  category: string;
  resourceTypeId: number | null;
  explicitCount: number;
  implicitCount: number;
}

const MINUTE = 60_000;

describe('the calculation of groups', () => {
  const api = useMonitoring();
  const db = () => api.database;
  let serial = 0;
  const create = async (expression: string[], over: object = {}): Promise<number> => {
    const name = `D${++serial}`;
    return (
      (
        await api
          .post('/rest/group/definitions')
          .send({ name, expression, ...over })
          .expect(201)
      ).body as Group
    ).id;
  };
  const calculate = (id: number) => api.put(`/rest/group/definition/${id}?recalculate=true`);
  const getGroupIds = async (id: number): Promise<number[]> =>
    ((await api.get(`/rest/group/definition/${id}`).expect(200)).body as { generatedGroupIds: number[] })
      .generatedGroupIds;
  const getGroups = async (id: number): Promise<Group[]> =>
    Promise.all((await getGroupIds(id)).map(async (group) => (await api.get(`/rest/group/${group}`)).body as Group));
  const getMembers = async (id: number): Promise<Record<string, number[]>> =>
    Object.fromEntries(
      await Promise.all(
        (await getGroups(id)).map(async (group): Promise<[string, number[]]> => {
          const { body } = await api.get(`/rest/group/${group.id}/resources`).expect(200);
          return [group.name, (body as { resourceId: number }[]).map(({ resourceId }) => resourceId)];
        }),
      ),
    );
  /** Statements that find only these resources. */
  const within = (plugin: string): string => `resource.type.plugin = ${plugin}`;

  it('makes one group without pivots, even when nothing matches', async () => {
    const id = await create(['resource.name = nobody']);
    await calculate(id).send({ recalcInterval: -1, name: '' }).expect(204);
    await calculate(id).expect(204).expect('');
    expect(await getMembers(id)).toEqual({ [`DynaGroup - D${serial}`]: [] });
    expect((await getGroups(id))[0]).toMatchObject({ category: 'MIXED', dynaGroupDefinitionId: id });
  });

  it('names groups after their pivots, and distinguishes compatible and mixed ones', async () => {
    const plugin = 'Naming';
    const cpu = await givenType(db(), { plugin, name: 'CPU' });
    const other = await givenType(db(), { plugin, name: 'Other' });
    const up = await givenResource(db(), { type: cpu, availability: 'UP' });
    const [second, third] = [await givenResource(db(), { type: cpu }), await givenResource(db(), { type: other })];
    await givenResource(db(), { type: cpu, status: 'NEW' });
    const id = await create([within(plugin), 'groupby resource.availability', 'groupby resource.version']);
    await calculate(id).expect(204);
    expect(await getMembers(id)).toEqual({
      [`DynaGroup - D${serial} ( UP,empty )`]: [up.id],
      [`DynaGroup - D${serial} ( UNKNOWN,empty )`]: [second.id, third.id],
    });
    const categories = Object.fromEntries((await getGroups(id)).map(({ name, category }) => [name, category]));
    expect(categories).toEqual({
      [`DynaGroup - D${serial} ( UP,empty )`]: 'COMPATIBLE',
      [`DynaGroup - D${serial} ( UNKNOWN,empty )`]: 'MIXED',
    });
  });

  it('keeps groups while their pivots are found, and deletes others', async () => {
    const plugin = 'Stable';
    const type = await givenType(db(), { plugin });
    const first = await givenResource(db(), { type, availability: 'UP' });
    const second = await givenResource(db(), { type, availability: 'DOWN' });
    const id = await create([within(plugin), 'groupby resource.availability']);
    await calculate(id).expect(204);
    const [up, down] = (await getGroups(id)).sort((a, b) => b.name.localeCompare(a.name)) as [Group, Group];
    await calculate(id).expect(204);
    expect(await getGroupIds(id)).toEqual([up.id, down.id].sort((a, b) => a - b));
    await db().query(`UPDATE resource SET availability = 'UP' WHERE id = $1`, [second.id]);
    await calculate(id).expect(204);
    expect(await getGroupIds(id)).toEqual([up.id]);
    expect(await getMembers(id)).toEqual({ [up.name]: [first.id, second.id] });
    await api.get(`/rest/group/${down.id}`).expect(404);
    await api.delete(`/rest/group/${up.id}`).expect(204);
    await calculate(id).expect(204);
    const [again] = await getGroups(id);
    expect(again).toMatchObject({ name: up.name, explicitCount: 2 });
    expect(again!.id).not.toBe(up.id);
  });

  it('overwrites what people changed in its groups', async () => {
    const plugin = 'Overwritten';
    const type = await givenType(db(), { plugin });
    const [member, stranger] = [await givenResource(db(), { type }), await givenResource(db())];
    const id = await create([within(plugin)]);
    await calculate(id).expect(204);
    const [group] = await getGroupIds(id);
    await api.put(`/rest/group/${group}/resource/${stranger.id}`).expect(200);
    await api.delete(`/rest/group/${group}/resource/${member.id}`).expect(204);
    await calculate(id).expect(204);
    expect(Object.values(await getMembers(id))).toEqual([[member.id]]);
  });

  it('replaces a group whose pivot changes its letter case', async () => {
    const plugin = 'Cases';
    const type = await givenType(db(), { plugin });
    const [upper, lower] = [
      await givenResource(db(), { type, name: 'CPU' }),
      await givenResource(db(), { type, name: 'cpu' }),
    ];
    const id = await create([within(plugin), 'groupby resource.name']);
    await calculate(id).expect(204);
    expect(await getMembers(id)).toEqual({ [`DynaGroup - D${serial} ( CPU )`]: [upper.id, lower.id] });
    await api.delete(`/rest/resource/${upper.id}`).expect(204);
    await calculate(id).expect(204);
    expect(await getMembers(id)).toEqual({ [`DynaGroup - D${serial} ( cpu )`]: [lower.id] });
  });

  it('changes nothing when another group has one of the names', async () => {
    const plugin = 'Clash';
    const type = await givenType(db(), { plugin });
    await givenResource(db(), { type, name: 'a' });
    const b = await givenResource(db(), { type, name: 'b' });
    const id = await create([within(plugin), 'groupby resource.name']);
    await calculate(id).expect(204);
    const before = await getMembers(id);
    const foreign = await givenGroup(db(), { name: `dynagroup - d${serial} ( C )`, members: [b] });
    await db().query(`UPDATE resource SET name = 'c' WHERE id = $1`, [b.id]);
    const { body, headers } = await calculate(id).expect(406);
    expect(headers['x-error-type']).toBe('group_calculation_failed');
    expect((body as { message: string }).message).toContain(`DynaGroup - D${serial} ( c )`);
    expect(await getMembers(id)).toEqual(before);
    await api.delete(`/rest/group/${foreign.id}`).expect(204);
    await calculate(id).expect(204);
    expect(Object.keys(await getMembers(id))).toContain(`DynaGroup - D${serial} ( c )`);
  });

  it('gives groups of a recursive definition all descendants of their members', async () => {
    const plugin = 'Recursion';
    const type = await givenType(db(), { plugin, category: 'PLATFORM' });
    const [first, second] = [await givenResource(db(), { type }), await givenResource(db(), { type })];
    const app = await givenResource(db(), { parent: first });
    await givenResource(db(), { parent: app });
    await givenResource(db(), { parent: second });
    const id = await create([within(plugin)], { recursive: true });
    await calculate(id).expect(204);
    expect((await getGroups(id))[0]).toMatchObject({ recursive: true, explicitCount: 2, implicitCount: 5 });
    const inner = await create([`memberof = DynaGroup - D${serial}`, `resource.id = ${app.id}`]);
    await calculate(inner).expect(204);
    expect(Object.values(await getMembers(inner))).toEqual([[app.id]]);
    await api.put(`/rest/group/definition/${id}`).send({ expression: [`resource.id = ${second.id}`], recursive: true });
    await calculate(id).expect(204);
    expect((await getGroups(id))[0]).toMatchObject({ explicitCount: 1, implicitCount: 2 });
  });

  it('runs once at a time', async () => {
    const plugin = 'Serial';
    const type = await givenType(db(), { plugin });
    for (let at = 0; at < 5; at += 1) await givenResource(db(), { type, name: `s${at}` });
    const id = await create([within(plugin), 'groupby resource.name']);
    const responses = await Promise.all(Array.from({ length: 4 }, () => calculate(id)));
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await getGroupIds(id)).toHaveLength(5);
  });

  describe('by interval', () => {
    const jobs = () => api.service.app.get(GroupJobs, { strict: false });
    const run = () => jobs().calculateDue({ signal: new AbortController().signal });
    const pass = (ms: number) => api.clock.advance(ms);

    it('starts after the interval since the last calculation or change', async () => {
      const id = await create(['resource.name = nobody'], { recalcInterval: 2 * MINUTE });
      const never = await create(['resource.name = nobody']);
      pass(2 * MINUTE);
      await run();
      expect(await getGroupIds(id)).toEqual([]);
      pass(1);
      await run();
      const [group] = await getGroupIds(id);
      expect(group).toBeGreaterThan(10_000);
      expect(await getGroupIds(never)).toEqual([]);
      await api.delete(`/rest/group/${group}`).expect(204);
      pass(MINUTE);
      await run();
      expect(await getGroupIds(id)).toEqual([]);
      pass(MINUTE + 1);
      await run();
      expect(await getGroupIds(id)).toHaveLength(1);
    });

    it('continues when one definition fails', async () => {
      const failing = await create(['resource.name = nobody'], { recalcInterval: MINUTE });
      await givenGroup(db(), { name: `DynaGroup - D${serial}` });
      const id = await create(['resource.name = nobody'], { recalcInterval: MINUTE });
      pass(MINUTE + 1);
      await run();
      expect(await getGroupIds(failing)).toEqual([]);
      expect(await getGroupIds(id)).toHaveLength(1);
    });
  });
});
