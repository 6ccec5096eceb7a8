import { useMonitoring } from '../../test/use-monitoring';
import { GroupJobs } from '../group-calculation.service';
import { fillGroups } from './large-inventory';

const RESOURCES = 5_000;
const DEFINITIONS = 100;
const MINUTE = 60_000;

/** The results of `npm run bench -- groups`, which measures it with 100,000 resources. */
describe('groups of many definitions', () => {
  const api = useMonitoring();
  const db = () => api.database;

  beforeAll(() => fillGroups(db(), RESOURCES, DEFINITIONS), 120_000);

  /** One run of the job; several stand for replicas. */
  const calculateDue = async (replicas = 1): Promise<void> => {
    api.clock.advance(MINUTE + 1);
    const jobs = api.service.app.get(GroupJobs, { strict: false });
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: replicas }, () => jobs.calculateDue({ signal })));
  };
  const groups = () =>
    db().query<{ id: number; name: string; modified_ms: number; members: number }>(
      `SELECT g.id, g.name, g.modified_ms, count(m.resource_id)::integer AS members
         FROM resource_group g LEFT JOIN resource_group_member m ON m.resource_group_id = g.id
        WHERE g.group_definition_id IS NOT NULL GROUP BY g.id ORDER BY g.id`,
    );
  const late = () =>
    db().query(`SELECT 1 FROM group_definition d WHERE d.calculated_ms IS DISTINCT FROM $1`, [api.clock.now()]);

  it('are all calculated, and stay the same while nothing changes', async () => {
    await calculateDue();
    const made = await groups();
    expect(made.length).toBeGreaterThan(DEFINITIONS);
    expect(made.reduce((sum, { members }) => sum + members, 0)).toBeGreaterThan(1_000);
    expect(await late()).toEqual([]);
    await calculateDue();
    expect(await late()).toEqual([]);
    expect(await groups()).toEqual(made);
  });

  it('are previewed concurrently, whatever the expressions cost', async () => {
    const costly = [
      ['groupby resource.child.name', 'groupby resource.child.availability', 'groupby resource.trait[.]'],
      ['groupby resource.greatGreatGrandParent.name', 'resource.trait[.].contains = 1', 'groupby resource.id'],
      ['groupby resource.id', 'groupby resource.name', 'not empty resource.pluginConfiguration[path]'],
    ];
    const previews = await Promise.all(
      Array.from({ length: 30 }, (_each, at) =>
        api
          .post('/rest/group/definitions/preview')
          .send({ expression: costly[at % costly.length], recursive: at % 2 === 0 })
          .expect(200),
      ),
    );
    const counts = previews.map(({ body }) => (body as { groupCount: number }).groupCount);
    expect(counts[2]).toBeGreaterThan(RESOURCES - 200);
    expect(previews.every(({ text }) => text.length < 200_000)).toBe(true);
  });

  it('follow changes and keep their ids, also when several replicas calculate', async () => {
    const before = new Map((await groups()).map((group) => [group.name, group]));
    await db().query(`UPDATE resource SET version = '9' WHERE category <> 'SERVICE' AND version = '1'`);
    await calculateDue(3);
    expect(await late()).toEqual([]);
    const after = await groups();
    const kept = after.filter(({ name }) => before.has(name));
    expect(kept.map(({ id }) => id)).toEqual(kept.map(({ name }) => before.get(name)!.id));
    const versions = (text: string): string[] =>
      after.filter(({ name }) => name.endsWith(` ( ${text} )`)).map(({ name }) => name);
    expect(versions('1')).toEqual([]);
    // One in ten definitions is about versions.
    expect(versions('9')).toHaveLength(DEFINITIONS / 10);
  });
});
