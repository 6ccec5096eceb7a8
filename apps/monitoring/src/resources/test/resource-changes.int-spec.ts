import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { InventoryJobs } from '../inventory-jobs.service';

describe('changes of resources', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const put = (id: number, body: object) => api.put(`/rest/resource/${id}`).send(body);
  const read = async (id: number): Promise<Record<string, unknown>> =>
    (await api.get(`/rest/resource/${id}`).expect(200)).body as Record<string, unknown>;
  const operator = () => api.as({ roles: ['operator'] });
  /** Sees its group and has the named permissions. */
  const keeper = (...permissions: string[]) => api.as({ roles: ['viewer'], permissions });

  const type = { platform: { id: 0 }, server: { id: 0 }, service: { id: 0 } };
  beforeAll(async () => {
    type.platform = await givenType(db(), { category: 'PLATFORM' });
    type.server = await givenType(db(), { category: 'SERVER' });
    type.service = await givenType(db(), { category: 'SERVICE' });
  });

  describe('PUT /rest/resource/{id}', () => {
    it('changes only name, description and location', async () => {
      const { id } = await givenResource(db(), { name: 'before', type: type.service });
      const { body } = await put(id, {
        resourceName: 'after',
        description: 'new',
        location: 'Rack 7',
        status: 'IGNORED',
        typeName: 'Other',
        resourceId: 7,
        parentId: 9,
        availability: 'UP',
        unknown: { field: true },
      }).expect(200);
      expect(body).toMatchObject({
        resourceId: id,
        resourceName: 'after',
        description: 'new',
        location: 'Rack 7',
        status: 'COMMITTED',
        parentId: null,
        availability: 'UNKNOWN',
      });
      expect(await read(id)).toEqual(body);
    });

    it.each([
      ['absent', {}],
      ['null', { resourceName: null, description: null, location: null }],
      ['blank', { resourceName: '  ' }],
    ])('keeps a name that is %s, and clears the rest', async (_case, body) => {
      const { id } = await givenResource(db(), { name: 'kept', description: 'd', location: 'l' });
      await put(id, body).expect(200);
      expect(await read(id)).toMatchObject({ resourceName: 'kept', description: null, location: null });
    });

    it('accepts a returned record unchanged, in JSON and XML', async () => {
      const parent = await givenResource(db(), { type: type.platform });
      const { id } = await givenResource(db(), { parent, description: '<&>', location: ' x ', type: type.service });
      const before = await db().query(`SELECT r.* FROM resource r WHERE r.id = $1`, [id]);
      for (const suffix of ['json', 'jsonw', 'xml']) {
        const { text, headers } = await api.get(`/rest/resource/${id}.${suffix}`);
        await api.put(`/rest/resource/${id}`).set('Content-Type', headers['content-type']!).send(text).expect(200);
      }
      expect(await db().query(`SELECT r.* FROM resource r WHERE r.id = $1`, [id])).toEqual(before);
    });

    it('rewrites the ancestry of everything below when the name changes', async () => {
      const host = await givenResource(db(), { name: 'old-host', type: type.platform });
      const app = await givenResource(db(), { name: 'app', type: type.server, parent: host });
      const part = await givenResource(db(), { name: 'part', type: type.service, parent: app });
      const { headers } = await api.get(`/rest/resource/${part.id}`);
      await put(host.id, { resourceName: 'new-host' }).expect(200);
      const hostEntry = `${type.platform.id}_:_${host.id}_:_new-host`;
      expect((await read(app.id))['ancestry']).toBe(hostEntry);
      expect((await read(part.id))['ancestry']).toBe(`${type.server.id}_:_${app.id}_:_app_::_${hostEntry}`);
      await api.get(`/rest/resource/${part.id}`).set('If-Modified-Since', headers['last-modified']!).expect(200);
    });

    it('keeps an ancestry that would become too long', async () => {
      let parent = await givenResource(db(), { name: 'root', type: type.platform });
      const root = parent;
      for (let depth = 0; depth < 9; depth++) {
        parent = await givenResource(db(), { name: 'n'.repeat(470), type: type.service, parent });
      }
      const before = (await read(parent.id))['ancestry'] as string;
      expect(before.length).toBeLessThan(4000);
      await put(root.id, { resourceName: 'r'.repeat(500) }).expect(200);
      expect((await read(parent.id))['ancestry']).toBe(before);
    });

    it.each([
      ['a name of 501 characters', { resourceName: 'n'.repeat(501) }],
      ['a description of 1001 characters', { description: 'd'.repeat(1001) }],
      ['a location of 101 characters', { location: 'l'.repeat(101) }],
      ['a name that is a number', { resourceName: 7 }],
      ['a null character', { description: 'a\0b' }],
      ['a list', []],
    ])('refuses %s', async (_case, body) => {
      const { id } = await givenResource(db(), { type: type.service });
      const { headers } = await put(id, body).expect(406);
      expect(headers['x-error-type']).toBe('invalid_content');
    });

    it('accepts texts of the maximum length, counted in characters', async () => {
      const { id } = await givenResource(db(), { type: type.service });
      const body = { resourceName: '𝄞'.repeat(500), description: '𝄞'.repeat(1000), location: '𝄞'.repeat(100) };
      expect((await put(id, body).expect(200)).body).toMatchObject(body);
    });

    it.each([
      ['NEW', 'service', { status: 'COMMITTED' }],
      ['NEW', 'server', {}],
      ['NEW', 'platform', { status: 'IGNORED' }],
      ['IGNORED', 'server', { status: 'COMMITTED' }],
      ['UNINVENTORIED', 'service', {}],
    ] as const)('refuses a %s %s with %j', async (status, category, body) => {
      const { id } = await givenResource(db(), { status, type: type[category] });
      const { headers } = await put(id, body).expect(406);
      expect(headers['x-error-type']).toBe('resource_not_in_inventory');
    });

    it('accepts the tag of a host that is a system of compliance', async () => {
      const { id } = await givenResource(db(), { type: type.platform });
      await db().query(`INSERT INTO compliance_system (platform_id, system_id) VALUES ($1, gen_random_uuid())`, [id]);
      const { headers, body } = await api.get(`/rest/resource/${id}`).expect(200);
      const changed = await put(id, { description: 'a host' }).set('If-Match', headers['etag']!).expect(200);
      expect(changed.body.links).toEqual(body.links);
    });

    it('honours If-Match', async () => {
      const { id } = await givenResource(db(), { type: type.service });
      const { headers } = await api.get(`/rest/resource/${id}.xml`);
      const change = (tag: string) => put(id, { description: tag }).set('If-Match', tag);
      await change('"other"').expect(412);
      const changed = await change(headers.etag!).expect(200);
      await change(headers.etag!).expect(412);
      await change(changed.headers.etag!).expect(200);
      await put(42, {}).set('If-Match', '*').expect(404);
    });

    it('checks the resource first, then the permission, then the body', async () => {
      await api.put('/rest/resource/42').expect(404);
      await api.put('/rest/resource/x').expect(404);
      const hidden = await givenResource(db(), { type: type.service });
      const seen = await givenResource(db(), { type: type.service });
      await givenGroup(db(), { members: [seen], roles: ['viewer'] });
      await keeper('MODIFY_RESOURCE').put(`/rest/resource/${hidden.id}`).expect(403);
      await keeper('VIEW_RESOURCE').put(`/rest/resource/${seen.id}`).expect(403);
      await keeper('MODIFY_RESOURCE').put(`/rest/resource/${seen.id}`).expect(406);
      await keeper('MODIFY_RESOURCE').put(`/rest/resource/${seen.id}`).send({ description: 'mine' }).expect(200);
      await api.put(`/rest/resource/${seen.id}`).type('application/pdf').send('x').expect(415);
      await api.put(`/rest/resource/${seen.id}`).type('application/xml').send('<resource>').expect(406);
    });
  });

  describe('PUT with status COMMITTED on a discovered resource', () => {
    const discovered = async () => {
      const host = await givenResource(db(), { status: 'NEW', type: type.platform });
      const cpu = await givenResource(db(), { status: 'NEW', type: type.service, parent: host });
      const app = await givenResource(db(), { status: 'NEW', type: type.server, parent: host });
      const part = await givenResource(db(), { status: 'NEW', type: type.service, parent: app });
      const deep = await givenResource(db(), { status: 'NEW', type: type.service, parent: part });
      return { host, cpu, app, part, deep };
    };
    const statuses = async (resources: Record<string, { id: number }>): Promise<string[]> => {
      const entries = await Promise.all(Object.values(resources).map(({ id }) => read(id)));
      return entries.map(({ status }) => status as string);
    };

    it('imports a platform with its own services, then a server with all below it', async () => {
      await db().query(
        `INSERT INTO metric_definition (resource_type_id, name, position, display_name, data_type, is_on_by_default,
                                        default_interval_ms)
         VALUES ($1, 'm', 1, 'M', 'MEASUREMENT', true, 1200000) ON CONFLICT DO NOTHING`,
        [type.service.id],
      );
      const found = await discovered();
      await givenGroup(db(), { members: [found.host], isRecursive: true, roles: ['viewer'] });
      await put(found.host.id, { ...(await read(found.host.id)), status: 'Committed', resourceName: 'ignored' }).expect(
        200,
      );
      expect(await statuses(found)).toEqual(['COMMITTED', 'COMMITTED', 'NEW', 'NEW', 'NEW']);
      expect((await read(found.host.id))['resourceName']).not.toBe('ignored');
      const { body } = await put(found.app.id, { status: 'COMMITTED' }).expect(200);
      expect(body).toMatchObject({ status: 'COMMITTED', availability: 'UNKNOWN' });
      expect(await statuses(found)).toEqual(['COMMITTED', 'COMMITTED', 'COMMITTED', 'COMMITTED', 'COMMITTED']);
      const schedules = await api.get(`/rest/resource/${found.deep.id}/schedules`).expect(200);
      expect(schedules.body).toEqual([
        expect.objectContaining({ scheduleName: 'm', enabled: true, collectionInterval: 1200000 }),
      ]);
      await api
        .as({ roles: ['viewer'] })
        .get(`/rest/resource/${found.deep.id}`)
        .expect(200);
    });

    it('refuses a server whose platform is not imported', async () => {
      const found = await discovered();
      const { body } = await put(found.app.id, { status: 'COMMITTED' }).expect(406);
      expect((body as { message: string }).message).toContain(
        `Resource with id ${found.host.id} must be imported first`,
      );
    });

    it('needs MANAGE_INVENTORY', async () => {
      const { host } = await discovered();
      await givenGroup(db(), { members: [host], roles: ['viewer'] });
      await keeper('MODIFY_RESOURCE').put(`/rest/resource/${host.id}`).send({ status: 'COMMITTED' }).expect(403);
      await operator().put(`/rest/resource/${host.id}`).send({ status: 'COMMITTED' }).expect(200);
    });
  });

  describe('DELETE /rest/resource/{id}', () => {
    it('removes the resource and all below it from the inventory and from groups', async () => {
      const host = await givenResource(db(), { name: 'leaving', type: type.platform });
      const app = await givenResource(db(), { parent: host, type: type.server });
      const part = await givenResource(db(), { parent: app, type: type.service });
      const other = await givenResource(db(), { type: type.platform });
      await givenGroup(db(), { members: [part, other], roles: ['viewer'] });
      const ancestry = (await read(part.id))['ancestry'];
      await api.delete(`/rest/resource/${host.id}`).set('Accept', 'image/png').expect(204, '');
      for (const { id } of [host, app, part]) {
        expect(await read(id)).toMatchObject({ status: 'UNINVENTORIED', parentId: null });
      }
      expect((await read(part.id))['ancestry']).toBe(ancestry);
      expect((await read(other.id))['status']).toBe('COMMITTED');
      await api
        .as({ roles: ['viewer'] })
        .get(`/rest/resource/${part.id}`)
        .expect(403);
      const gone = await api.get('/rest/resource?status=UNINVENTORIED&q=leaving').expect(200);
      expect(gone.headers['x-collection-size']).toBe('1');
      // The key is free again.
      await givenResource(db(), { name: 'leaving', type: type.platform });
    });

    it.each([
      ['', 204, 204, 204],
      ['?validate=false', 204, 204, 204],
      ['?validate=TRUE', 204, 404, 404],
    ])('with "%s" returns %d, %d the second time, and %d for an unknown one', async (query, first, second, unknown) => {
      const { id } = await givenResource(db(), { type: type.service });
      await api.delete(`/rest/resource/${id}${query}`).expect(first);
      await api.delete(`/rest/resource/${id}${query}`).expect(second);
      await api.delete(`/rest/resource/42${query}`).expect(unknown);
    });

    it('records who requested the removal by the agent', async () => {
      const { id } = await givenResource(db(), { type: type.service });
      await operator().delete(`/rest/resource/${id}?physical=true`).expect(204);
      expect((await read(id))['status']).toBe('UNINVENTORIED');
      const rows = await db().query(
        `SELECT d.status, d.requested_by FROM resource_deletion d WHERE d.resource_id = $1`,
        [id],
      );
      expect(rows).toEqual([{ status: 'SUCCESS', requested_by: 'ann' }]);
    });

    it('needs DELETE_RESOURCE on what the caller sees', async () => {
      const { id } = await givenResource(db(), { type: type.service });
      await keeper('DELETE_RESOURCE').delete(`/rest/resource/${id}`).expect(403);
      await givenGroup(db(), { members: [{ id }], roles: ['viewer'] });
      await keeper('VIEW_RESOURCE').delete(`/rest/resource/${id}`).expect(403);
      await keeper('DELETE_RESOURCE').delete(`/rest/resource/${id}`).expect(204);
      await keeper('DELETE_RESOURCE').delete('/rest/resource/42').expect(204);
    });

    it('is followed by the deletion of everything about it', async () => {
      const host = await givenResource(db(), { type: type.platform });
      const { id } = await givenResource(db(), { parent: host, type: type.service });
      await api.delete(`/rest/resource/${host.id}`).expect(204);
      // Simulates a resource created below at that moment.
      const stray = await givenResource(db(), { parent: host, type: type.service });
      await api.service.app.get(InventoryJobs).purge(new AbortController());
      for (const gone of [host.id, id, stray.id]) await api.get(`/rest/resource/${gone}`).expect(404);
      const left = await db().query(`SELECT 1 FROM availability_record a WHERE a.resource_id = ANY ($1)`, [
        [host.id, id, stray.id],
      ]);
      expect(left).toEqual([]);
    });

    it('keeps the stored counts right, also when they are summed up', async () => {
      await api.service.app.get(InventoryJobs).purge(new AbortController());
      const counted = await db().query(
        `SELECT r.inventory_status, r.category, count(*) AS change FROM resource r GROUP BY 1, 2 ORDER BY 1, 2`,
      );
      const kept = await db().query(
        `SELECT c.inventory_status, c.category, c.change FROM resource_count c ORDER BY 1, 2`,
      );
      expect(kept).toEqual(counted);
    });
  });
});
