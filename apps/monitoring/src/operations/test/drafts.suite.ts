import { givenResource } from '../../test/given-inventory';
import { PUBLIC_URL } from '../../test/use-monitoring';
import { OperationJobs } from '../operation-jobs.service';
import { NOW, useOperations } from './use-operations';

const MINUTE = 60_000;

describe('operations', () => {
  const { api, db, resource, definition, givenDefinition, createDraft, givenDraft, put, hrefOf } = useOperations();

  describe('definitions', () => {
    it('list the simple parameters and the link to create a draft', async () => {
      const { body, headers } = await api
        .get(`/rest/operation/definition/${definition()}?resourceId=${resource().id}`)
        .expect(200);
      expect(body).toEqual({
        id: definition(),
        name: 'setLogLevel',
        params: [
          { name: 'level', required: true, type: 'STRING', defaultValue: 'INFO' },
          { name: 'seconds', required: false, type: 'INTEGER', defaultValue: '60' },
        ],
        links: [
          { create: { href: `${PUBLIC_URL}/rest/operation/definition/${definition()}?resourceId=${resource().id}` } },
        ],
      });
      expect(headers['cache-control']).toBe('private, no-cache');
      const again = await api.get(`/rest/operation/definition/${definition()}`).expect(200);
      expect(again.body.links).toEqual([]);
      await api
        .get(`/rest/operation/definition/${definition()}`)
        .set('If-None-Match', again.headers['etag']!)
        .expect(304);
      await db().query(`UPDATE operation_definition SET parameters = NULL WHERE id = $1`, [definition()]);
      const changed = await api
        .get(`/rest/operation/definition/${definition()}`)
        .set('If-None-Match', again.headers['etag']!)
        .expect(200);
      expect(changed.body.params).toEqual([]);
      const xml = await api.get(`/rest/operation/definition/${definition()}.xml?resourceId=7`).expect(200);
      expect(xml.text).toContain('<operationDefinition>');
      expect(xml.text).toContain('<link rel="create"');
    });

    it.each(['42', 'x', '-1', '99999999999'])('are not found for %s', async (id) => {
      await api.get(`/rest/operation/definition/${id}`).expect(404);
    });

    it('have a display name and a description on request', async () => {
      const { body } = await api
        .get(`/rest/operation/definition/${definition()}?include=displayName,description`)
        .expect(200);
      expect(body).toMatchObject({ displayName: expect.stringMatching(/./), description: null });
    });

    it('of a resource are listed as declared', async () => {
      const first = await givenDefinition({ name: 'aFirst', position: 0 });
      const { body } = await api.get(`/rest/operation/definitions?resourceId=${resource().id}`).expect(200);
      expect((body as { id: number }[]).map(({ id }) => id)).toEqual([first, definition()]);
      expect(hrefOf(body[0], 'create')).toContain(`/definition/${first}?resourceId=${resource().id}`);
      await api.get('/rest/operation/definitions').expect(406);
      await api.get('/rest/operation/definitions?resourceId=x').expect(406);
      await api.get('/rest/operation/definitions?resourceId=42').expect(404);
      await api
        .as({ roles: ['viewer'] })
        .get(`/rest/operation/definitions?resourceId=${resource().id}`)
        .expect(403);
      const idle = await givenResource(db());
      await api.get(`/rest/operation/definitions?resourceId=${idle.id}`).expect(200, []);
    });
  });

  describe('drafts', () => {
    it('start with the defaults', async () => {
      const { body } = await createDraft().expect(200);
      expect(body).toEqual({
        id: expect.any(Number),
        name: 'setLogLevel',
        readyToSubmit: false,
        resourceId: resource().id,
        definitionId: definition(),
        params: { level: 'INFO', seconds: 60, loggers: null },
        links: [{ edit: { href: `${PUBLIC_URL}/rest/operation/${body.id}` } }],
      });
      await api.get(`/rest/operation/${body.id}`).expect(200, body);
      expect((await api.get(`/rest/operation/${body.id}.xml`)).text).toContain('<entry><key>seconds</key>');
    });

    it('are refused in the order of the rules', async () => {
      await api.post('/rest/operation/definition/42').expect(406);
      await createDraft(42, 43).expect(404);
      await createDraft(42).expect(404);
      const foreign = await createDraft(definition(), (await givenResource(db())).id).expect(406);
      expect(foreign.headers['x-error-type']).toBe('invalid_query');
      await api
        .as({ roles: ['viewer'] })
        .post(`/rest/operation/definition/${definition()}?resourceId=${resource().id}`)
        .expect(403);
    });

    it('are replaced as a whole, using only the fields of the body that count', async () => {
      const id = await givenDraft();
      const { body } = await put(id, {
        id: 3,
        name: 'stop',
        resourceId: 4,
        definitionId: 5,
        links: [{ rel: 'x', href: 'y' }],
        params: { level: 42, more: [1, { a: null }] },
      }).expect(200);
      expect(body).toMatchObject({ id, name: 'setLogLevel', resourceId: resource().id, definitionId: definition() });
      expect(body.params).toEqual({ level: 42, more: [1, { a: null }] });
      await api.get(`/rest/operation/${id}`).expect(200, body);
      expect((await put(id, { params: null }).expect(200)).body.params).toEqual({});
      await api.put(`/rest/operation/${id}`).type('application/json').send('{').expect(406);
      await api.put(`/rest/operation/${id}`).expect(406);
      await put(42, {}).expect(404);
    });

    it('accept XML', async () => {
      const id = await givenDraft();
      const { body } = await api
        .put(`/rest/operation/${id}`)
        .type('application/xml')
        .send(
          '<operationRest><readyToSubmit>false</readyToSubmit><params><entry><key>level</key><value>WARN</value></entry></params></operationRest>',
        )
        .expect(200);
      expect(body.params).toEqual({ level: 'WARN' });
    });

    it('are visible only to their creator', async () => {
      const id = await givenDraft();
      const other = api.as({ username: 'bob' });
      await other.get(`/rest/operation/${id}`).expect(404);
      await other.put(`/rest/operation/${id}`).send({}).expect(404);
      await other.delete(`/rest/operation/${id}`).expect(204);
      await api.get(`/rest/operation/${id}`).expect(200);
      await api.delete(`/rest/operation/${id}`).expect(204);
      await api.delete(`/rest/operation/${id}`).expect(204);
      await api.get(`/rest/operation/${id}`).expect(404);
    });

    it('expire 5 minutes after the last read, and 15 after the last change', async () => {
      const looked = await givenDraft();
      const forgotten = await givenDraft();
      for (let minute = 4; minute <= 12; minute += 4) {
        api.clock.set(NOW + minute * MINUTE);
        await api.get(`/rest/operation/${looked}`).expect(200);
      }
      await api.get(`/rest/operation/${forgotten}`).expect(404);
      await put(looked, { params: {} }).expect(200);
      api.clock.set(NOW + 16 * MINUTE);
      await api.get(`/rest/operation/${looked}`).expect(200);
      api.clock.set(NOW + 21 * MINUTE);
      await api.get(`/rest/operation/${looked}`).expect(404);
      await api.service.app.get(OperationJobs, { strict: false }).timeOut();
      expect(await db().query(`SELECT id FROM operation_draft WHERE id = ANY ($1)`, [[looked, forgotten]])).toEqual([]);
    });
  });
});
