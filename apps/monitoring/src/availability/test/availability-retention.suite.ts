import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { AvailabilityService } from '../availability.service';

const DAY = 24 * 60 * 60_000;

describe('retention of availability', () => {
  const api = useMonitoring();
  const retention = () => api.service.app.get(AvailabilityService, { strict: false });

  it('deletes records that ended more than a year ago, in however many batches, and no open one', async () => {
    const { id } = await givenResource(api.database);
    const now = api.clock.now();
    await api.database.query(`DELETE FROM availability_record a WHERE a.resource_id = $1`, [id]);
    await api.database.query(
      `INSERT INTO availability_record (resource_id, type, since_ms, until_ms)
       SELECT $1, 'UP', i, i + 1 FROM generate_series(1, 5200) i`,
      [id],
    );
    await api.database.query(
      `INSERT INTO availability_record (resource_id, type, since_ms, until_ms)
       VALUES ($1, 'UP', 10000, $2), ($1, 'DOWN', $2, $3), ($1, 'UP', $3, NULL)`,
      [id, now - 365 * DAY - 1, now - 365 * DAY],
    );
    const left = () =>
      api.database.query(`SELECT a.type FROM availability_record a WHERE a.resource_id = $1 ORDER BY a.since_ms`, [id]);

    await retention().forget({ signal: AbortSignal.abort() });
    expect(await left()).toHaveLength(5203);
    await retention().forget({ signal: new AbortController().signal });
    expect(await left()).toEqual([{ type: 'DOWN' }, { type: 'UP' }]);
  });
});
