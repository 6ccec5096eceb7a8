import type { Queryable } from '@wardstone/database';
import { untilSomebodyWaits } from '@wardstone/testing';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { givenMeasured, overTen } from '../../test/alerts/alert-fixture';

const givenTypedGroup = async (db: Queryable): Promise<{ id: number }> =>
  givenGroup(db, { members: [await givenResource(db)] });

describe('the owner of a new alert definition that is deleted at that moment', () => {
  const api = useMonitoring();
  const db = () => api.database;

  it.each([
    ['resource', 'resourceId', 'resource_not_found', givenResource],
    ['resource_group', 'groupId', 'group_not_found', givenTypedGroup],
    ['resource_type', 'resourceTypeId', 'resource_type_not_found', givenType],
  ] as const)('is not found when another request deletes it: %s', async (table, parameter, errorType, given) => {
    const { id } = await given(db());
    const { answer: response } = await db().transaction(async (tx) => {
      await tx.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
      const request = api.post(`/rest/alert/definitions?${parameter}=${id}`).send({ name: 'late' });
      const begun = request.then(({ status, headers }) => [status, headers['x-error-type']]);
      await untilSomebodyWaits(db());
      return { answer: begun };
    });
    expect(await response).toEqual([404, errorType]);
  });

  it('keeps no definition when the resource leaves the inventory between the first check and the last', async () => {
    const { resource, metric } = await givenMeasured(db());
    await db().query(`
      CREATE FUNCTION take_out() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE resource SET inventory_status = 'UNINVENTORIED' WHERE id = NEW.resource_id; RETURN NEW; END $$;
      CREATE TRIGGER take_out AFTER INSERT ON alert_definition FOR EACH ROW EXECUTE FUNCTION take_out()`);
    const response = await api
      .post(`/rest/alert/definitions?resourceId=${resource.id}`)
      .send({ name: 'late', conditions: [overTen(metric)] });
    await db().query('DROP FUNCTION take_out() CASCADE');
    expect([response.status, response.headers['x-error-type']]).toEqual([404, 'alert_definition_not_found']);
  });
});
