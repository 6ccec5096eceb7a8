import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { countStatements } from '../../metrics/test/count-statements';
import { useMonitoring } from '../../test/use-monitoring';
import { givenMetric, givenSchedule, overTen } from '../../test/alerts/alert-fixture';
import './rehearsal.suite';

const MINUTE_MS = 60_000;

describe('POST /rest/alert/definitions/dry-run for a group or type', () => {
  const api = useMonitoring();
  const db = () => api.database;

  /** A disk for each value, each on a host of its own. */
  const givenDisks = async (values: readonly number[] = [5, 96, 7]) => {
    const type = await givenType(db());
    const metric = await givenMetric(db(), type);
    const disks: { id: number }[] = [];
    for (const [at, value] of values.entries()) {
      const host = await givenResource(db(), { name: `node-${at}` });
      const disk = await givenResource(db(), { type, name: '/', parent: host });
      const scheduleId = await givenSchedule(db(), disk, metric);
      const points = [{ scheduleId, timeStamp: api.clock.now() - MINUTE_MS, value }];
      await api.post('/rest/metric/data/raw').send(points).expect(204);
      disks.push(disk);
    }
    return { type, disks, definition: { name: 'full', conditions: [overTen(metric)] } };
  };
  const dryRun = (caller: Pick<typeof api, 'post'>, query: string, definition: object) =>
    caller.post(`/rest/alert/definitions/dry-run?${query}`).send(definition);

  it('evaluates all resources of the definition, and names the host', async () => {
    const { type, disks, definition } = await givenDisks();
    const query = `resourceId=${disks[0]!.id}&resourceTypeId=${type.id}`;
    const { body } = await dryRun(api, query, definition).expect(200);
    const fired = [{ resourceId: disks[1]!.id, resourceName: '/', hostName: 'node-1', alertCount: 1 }];
    expect(body).toMatchObject({ alertCount: 0, scope: { total: 3, evaluated: 3, firedCount: 1, fired } });

    const group = await givenGroup(db(), { members: disks.slice(0, 2) });
    const ofGroup = await dryRun(api, `resourceId=${disks[0]!.id}&groupId=${group.id}`, definition).expect(200);
    expect(ofGroup.body).toMatchObject({ scope: { total: 2, evaluated: 2, firedCount: 1, fired } });
  });

  it('takes as many statements for ten resources as for three', async () => {
    const getStatements = async (values: readonly number[]): Promise<number> => {
      const { type, disks, definition } = await givenDisks(values);
      const query = `resourceId=${disks[0]!.id}&resourceTypeId=${type.id}`;
      return countStatements(() => dryRun(api, query, definition).expect(200));
    };
    await getStatements([1]);
    expect(await getStatements([5, 96, 7, 1, 1, 1, 1, 1, 1, 1])).toBe(await getStatements([5, 96, 7]));
  });

  it('counts nothing that the caller does not see', async () => {
    const { type, disks, definition } = await givenDisks();
    await givenGroup(db(), { members: [disks[0]!], roles: ['viewer'] });
    const viewer = api.as({ roles: ['viewer'] });
    const { body } = await dryRun(viewer, `resourceId=${disks[0]!.id}&resourceTypeId=${type.id}`, definition).expect(
      200,
    );
    expect(body).toMatchObject({ scope: { total: 1, evaluated: 1, firedCount: 0, fired: [] } });
    const foreign = await givenGroup(db(), { members: disks });
    await dryRun(viewer, `resourceId=${disks[0]!.id}&groupId=${foreign.id}`, definition).expect(403);
    await dryRun(api, `resourceId=${disks[0]!.id}&groupId=1&resourceTypeId=1`, definition).expect(406);
  });
});
