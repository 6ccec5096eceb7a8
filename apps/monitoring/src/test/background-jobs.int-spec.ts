import { eventually } from '@wardstone/testing';
import { givenResource } from './given-inventory';
import { useMonitoring } from './use-monitoring';

describe('jobs of the service', () => {
  const api = useMonitoring(() => ({ JOBS_PER_PROCESS: '2' }));
  const objects = async (): Promise<number> => (await api.database.query(`SELECT o.id FROM stored_object o`)).length;

  it('run while it runs, and are monitored', async () => {
    const { body } = await api.anonymous.get('/readyz').expect(200);
    expect(body.checks.jobs).toBe('ok');
    const { id } = await givenResource(api.database);
    await api.database.query(
      `INSERT INTO availability_record (resource_id, type, since_ms, until_ms) VALUES ($1, 'UP', 1, 2)`,
      [id],
    );
    const isThere = async () =>
      (await api.database.query(`SELECT 1 FROM availability_record a WHERE a.until_ms = 2`)).length > 0;
    await api.database.query(`SELECT graphile_worker.add_job('availability.forget')`);
    await eventually('the availability to be forgotten', async () => !(await isThere()));
    // The metric counts finished jobs a moment later.
    await eventually('the metric of the job', async () =>
      (await api.get('/metrics')).text.includes('task="availability.forget",outcome="done"'),
    );
    const { text } = await api.get('/metrics').expect(200);
    expect(text).toMatch(/^jobs_finished_total\{task="availability.forget",outcome="done",service="monitoring"\} 1$/m);
    expect(text).toMatch(/^jobs_in_queue\{state="given_up",service="monitoring"\} 0$/m);
  });

  it('delete the content of a creation with its resource', async () => {
    const parent = await givenResource(api.database);
    await api.database.query(
      `WITH object AS (INSERT INTO stored_object (md5, written_at, large_object) VALUES ('', now(), lo_create(0)) RETURNING id),
            copy AS (INSERT INTO stored_content (key, object_id, created_at) SELECT 'its copy', o.id, now() FROM object o)
       INSERT INTO resource_creation (parent_id, resource_type_id, resource_name, content, requested_by, created_at)
       SELECT r.id, r.resource_type_id, 'made', 'its copy', 'ann', now() FROM resource r WHERE r.id = $1`,
      [parent.id],
    );
    const copies = () => api.database.query(`SELECT 1 FROM stored_content s WHERE s.key = 'its copy'`);
    expect(await copies()).toHaveLength(1);
    await api.database.query(
      `UPDATE resource SET inventory_status = 'UNINVENTORIED', uninventoried_ms = 0 WHERE id = $1`,
      [parent.id],
    );
    await api.database.query(`SELECT graphile_worker.add_job('resource.purge')`);
    await eventually('the copies to go', async () => (await copies()).length === 0);
    const before = await objects();
    await api.database.query(`SELECT graphile_worker.add_job('content.sweep')`);
    await eventually('the object to go', async () => (await objects()) === before - 1);
  });

  it('delete removed content at once', async () => {
    const before = await objects();
    const { body } = await api
      .post('/rest/content/fresh')
      .set('Content-Type', 'application/octet-stream')
      .send('short-lived')
      .expect(201);
    expect(await objects()).toBe(before + 1);
    await api.delete(`/rest/content/${body.value}?validate=true`).expect(204);
    await eventually('the object to stay', async () => (await objects()) === before);
  });
});
