import { givenGroup, givenResource } from '../../test/given-inventory';
import { PUBLIC_URL } from '../../test/use-monitoring';
import { OperationExecution } from '../operation-execution.service';
import { OperationJobs } from '../operation-jobs.service';
import { aDefinition, aList, aMap, aSimple } from '../../../../../libs/plugin-descriptor/test/property.builder';
import { NOW, useOperations } from './use-operations';

const HOUR = 60 * 60_000;

describe('operations', () => {
  const { api, db, resource, definition, givenDraft, put, hrefOf, execute, history, rowOf, report, start } =
    useOperations();

  describe('execution', () => {
    it('is ordered once, and has its record at once', async () => {
      const id = await givenDraft();
      const { body } = await put(id, { readyToSubmit: true, params: { level: 'WARN', extra: 'x' } }).expect(200);
      expect(body).toMatchObject({ readyToSubmit: true, params: { level: 'WARN', extra: 'x' } });
      const href = hrefOf(body, 'history');
      const jobId = href.split('/').at(-1)!;
      expect(jobId).toMatch(
        new RegExp(`^rhq-resource-${resource().id}--?[0-9]+-${NOW}_=_rhq-resource-${resource().id}$`),
      );
      const record = await api.get(href.slice(PUBLIC_URL.length)).expect(200);
      expect(record.body).toEqual({
        status: 'inprogress',
        result: {},
        errorMessage: null,
        operationName: 'setLogLevel',
        resourceName: expect.any(String),
        lastModified: NOW,
        jobId,
        links: [{ self: { href } }],
      });
      const repeat = await put(id, { readyToSubmit: true, params: { level: 'DEBUG' } }).expect(200);
      expect(repeat.body).toEqual(body);
      await api.get(`/rest/operation/${id}`).expect(200, body);
      await api.delete(`/rest/operation/${id}`).expect(204);
      await history(jobId).expect(200);
      expect(await rowOf(jobId)).toMatchObject({
        parameters: { level: 'WARN', extra: 'x', seconds: 60 },
        timeout_seconds: 120,
      });
      const work = await db().query(`SELECT kind, agent_name FROM agent_work WHERE resource_id = $1`, [resource().id]);
      expect(work).toEqual([{ kind: 'operation', agent_name: 'a' }]);
    });

    it('names the host of its resource', async () => {
      const host = await givenResource(db(), { name: 'web-1' });
      const server = await givenResource(db(), { name: 'server', parent: host });
      const part = await givenResource(db(), { name: '/', parent: server });
      await db().query(
        `INSERT INTO operation_history (resource_id, operation_name, operation_display_name, job_name, job_group, status,
                                        requested_by, timeout_seconds, parameters, created_ms, modified_ms)
         VALUES ($1, 'clean', 'Clean', $2, $3, 'SUCCESS', 'ann', 60, '{}', 0, 0)`,
        [part.id, `rhq-resource-${part.id}-1-1`, `rhq-resource-${part.id}`],
      );
      const expected = { resourceName: '/', hostId: host.id, hostName: 'web-1' };
      const { body } = await api
        .get(`/rest/operation/history?resourceId=${part.id}&include=hostId,hostName`)
        .expect(200);
      expect(body).toEqual([expect.objectContaining(expected)]);
      const [{ jobId }] = body as [{ jobId: string }];
      expect((await history(`${jobId}?include=hostId,hostName`).expect(200)).body).toMatchObject(expected);
    });

    it('is requested once by concurrent callers, and two drafts never share an id', async () => {
      const [one, two] = [await givenDraft(), await givenDraft()];
      const bodies = await Promise.all(
        [one, one, one, two].map(
          async (id) => (await put(id, { readyToSubmit: true, params: { level: 'x' } }).expect(200)).body,
        ),
      );
      const ids = bodies.map((body) => hrefOf(body, 'history'));
      expect(new Set(ids.slice(0, 3)).size).toBe(1);
      expect(ids[3]).not.toBe(ids[0]);
      const { headers } = await api.get(`/rest/operation/history?resourceId=${resource().id}`);
      expect(headers['x-collection-size']).toBe('2');
    });

    it('is rejected with every error, and leaves the draft unchanged', async () => {
      const id = await givenDraft();
      const { body } = await put(id, { readyToSubmit: true, params: { seconds: 'x', loggers: 'y' } }).expect(406);
      expect(body.message).toContain('level is required, seconds must be of type INTEGER, loggers must be a list');
      const { body: problem } = await put(id, { readyToSubmit: true, params: { level: 'WARN', seconds: 'x' } })
        .set('Accept', 'application/problem+json, application/json')
        .expect(406);
      expect(problem.fields).toEqual([{ field: 'seconds', problems: ['seconds must be of type INTEGER'] }]);
      const draft = await api.get(`/rest/operation/${id}`).expect(200);
      expect(draft.body).toMatchObject({ readyToSubmit: false, params: { level: 'INFO', seconds: 60, loggers: null } });
    });

    it('needs the resource, the permission, and the operation', async () => {
      const body = { readyToSubmit: true, params: { level: 'x' } };
      await givenGroup(db(), { members: [resource()], roles: ['viewer'] });
      const viewer = api.as({ roles: ['viewer'], username: 'vic' });
      const { body: own } = await viewer
        .post(`/rest/operation/definition/${definition()}?resourceId=${resource().id}`)
        .expect(200);
      await viewer.put(`/rest/operation/${own.id}`).send({ params: {} }).expect(200);
      await viewer.put(`/rest/operation/${own.id}`).send(body).expect(403);
      const id = await givenDraft();
      await db().query(`DELETE FROM operation_definition WHERE id = $1`, [definition()]);
      await put(id, body).expect(406);
      await db().query(`UPDATE resource SET inventory_status = 'UNINVENTORIED' WHERE id = $1`, [resource().id]);
      await put(id, body).expect(404);
    });

    it('fails at once without an agent, and on resources that are not in inventory', async () => {
      await db().query(`UPDATE resource SET agent_name = NULL WHERE id = $1`, [resource().id]);
      const { body } = await history(await execute()).expect(200);
      expect(body).toMatchObject({ status: 'failure', errorMessage: expect.stringContaining('agent') });
      await db().query(`UPDATE resource SET agent_name = 'a', inventory_status = 'NEW' WHERE id = $1`, [resource().id]);
      const other = await history(await execute()).expect(200);
      expect(other.body).toMatchObject({ status: 'failure', errorMessage: expect.stringContaining('inventory') });
      expect(await db().query(`SELECT id FROM agent_work WHERE resource_id = $1`, [resource().id])).toEqual([]);
    });

    it('ends as its agent reports; secrets are masked; success may be kept', async () => {
      const jobId = await execute();
      api.clock.advance(1000);
      expect(await report(jobId, 'SUCCESS', { password: 'secret', count: 3, rows: [{ a: 1 }] })).toBe('accepted');
      const { body, headers } = await history(jobId).expect(200);
      expect(body).toMatchObject({
        status: 'success',
        errorMessage: null,
        lastModified: NOW + 1000,
        result: { password: '********', count: '3', rows: [{ a: '1' }] },
      });
      expect(headers['cache-control']).toBe('private, no-cache');
      expect((await history(jobId).set('Accept', 'application/xml')).text).toContain(
        '<operationHistoryRest><status>success</status>',
      );
      expect(await report(jobId, 'SUCCESS')).toBe('ignored');
      expect(await report(jobId, 'FAILURE')).toBe('conflict');
      const failed = await execute();
      await report(failed, 'FAILURE', { password: null }, 'boom\n at x');
      expect((await history(failed)).body).toMatchObject({ status: 'failure', errorMessage: 'boom\n at x' });
    });

    it('times out, and a late report of the agent still counts', async () => {
      const running = await execute({ level: 'x', 'rhq.timeout': 30 });
      const waiting = await execute();
      await start(running, NOW - HOUR);
      const jobs = api.service.app.get(OperationJobs, { strict: false });
      api.clock.set(NOW + 30_000);
      await jobs.timeOut();
      expect((await history(running)).body.status).toBe('inprogress');
      api.clock.set(NOW + 30_001);
      await jobs.timeOut();
      const { body } = await history(running).expect(200);
      expect(body).toMatchObject({ status: 'failure', errorMessage: expect.stringMatching(/30001 ms.*30000 ms/) });
      api.clock.set(NOW + 24 * HOUR);
      await jobs.timeOut();
      expect((await history(waiting)).body.status).toBe('inprogress');
      api.clock.set(NOW + 24 * HOUR + 1);
      await jobs.timeOut();
      expect((await history(waiting)).body.status).toBe('failure');
      expect(await report(running, 'SUCCESS', { count: 1 })).toBe('accepted');
      expect((await history(running)).body).toMatchObject({ status: 'success', errorMessage: null });
    });

    it('publishes every change, inside the transaction', async () => {
      const { changes } = api.service.app.get(OperationExecution, { strict: false });
      const updates: [string, string][] = [];
      changes.beforeCommit((_tx, { operationName, status }) => {
        updates.push([operationName, status]);
        return Promise.resolve();
      });
      const jobId = await execute();
      await report(jobId, 'CANCELED');
      expect(updates).toEqual([
        ['setLogLevel', 'INPROGRESS'],
        ['setLogLevel', 'CANCELED'],
      ]);
      (changes as unknown as { listeners: unknown[] }).listeners.length = 0;
    });
  });

  describe('history', () => {
    it('lists waiting executions first, then by start, change and id, page by page', async () => {
      const [first, second, third] = [await execute(), await execute(), await execute()];
      api.clock.advance(5000);
      await start(first, NOW + 4000);
      await start(second, NOW + 3000);
      const of = async (query: string) => {
        const { body } = await api.get(`/rest/operation/history?resourceId=${resource().id}${query}`).expect(200);
        return (body as { jobId: string }[]).map(({ jobId }) => jobId);
      };
      expect(await of('')).toEqual([third, second, first]);
      expect(await of('&ps=2&page=1')).toEqual([first]);
      await api.get('/rest/operation/history?resourceId=42').expect(200, []);
      for (const query of ['ps=0', 'page=-1', 'resourceId=x'])
        await api.get(`/rest/operation/history?${query}`).expect(406);
      const all = await api.get('/rest/operation/history?resourceId=-1').expect(200);
      expect(Number(all.headers['x-collection-size'])).toBeGreaterThanOrEqual(3);
      await api
        .as({ roles: ['viewer'] })
        .get(`/rest/operation/history?resourceId=${resource().id}`)
        .expect(200, []);
    });

    it('lists those in one state, and those that changed after a time', async () => {
      const [failed, done, waiting] = [await execute(), await execute(), await execute()];
      await report(failed, 'FAILURE');
      api.clock.advance(5000);
      await report(done, 'SUCCESS');
      const of = async (query: string) => {
        const path = `/rest/operation/history?resourceId=${resource().id}${query}`;
        const { body, headers } = await api.get(path).expect(200);
        expect(headers['x-collection-size']).toBe(String((body as unknown[]).length));
        return (body as { jobId: string }[]).map(({ jobId }) => jobId);
      };
      expect(await of('&status=failure')).toEqual([failed]);
      expect(await of('&status=INPROGRESS')).toEqual([waiting]);
      expect(await of(`&since=${NOW}`)).toEqual([done]);
      expect(await of(`&status=failure&since=${NOW}`)).toEqual([]);
      for (const query of ['status=lost', 'since=x']) await api.get(`/rest/operation/history?${query}`).expect(406);
    });

    it('refuses malformed job ids, and finds exact ones only', async () => {
      const jobId = await execute();
      for (const id of ['bla-44-15', '_=_x', 'x_=_']) {
        await history(id).expect(406);
        await api.delete(`/rest/operation/history/${id}`).expect(406);
        await api.post(`/rest/operation/history/${id}/cancel`).expect(406);
      }
      await history('bla_=_44_=_15').expect(404);
      await history(jobId.toUpperCase()).expect(404);
      await history(jobId.slice(1)).expect(404);
      await history(`${jobId}_=_123`).expect(200);
      await api
        .as({ roles: ['viewer'] })
        .get(`/rest/operation/history/${jobId}`)
        .expect(404);
    });

    it('describes the values of its result, for callers who may see it', async () => {
      const jobId = await execute();
      const path = `/rest/operation/history/${jobId}/values`;
      await db().query(`UPDATE operation_definition SET results = $1`, [
        JSON.stringify(
          aDefinition(
            aSimple('total', { type: 'LONG', unit: 'BYTES', displayName: 'Total' }),
            aList('rows', { member: aMap('row', { members: [aSimple('pid', { type: 'INTEGER' }), aSimple('name')] }) }),
          ),
        ),
      ]);
      expect((await api.get(path).expect(200)).body).toEqual([
        { within: null, name: 'total', displayName: 'Total', unit: 'BYTES', numeric: true },
        { within: 'rows', name: 'pid', displayName: 'pid', unit: 'NONE', numeric: true },
        { within: 'rows', name: 'name', displayName: 'name', unit: 'NONE', numeric: false },
      ]);
      await api
        .as({ roles: ['viewer'] })
        .get(path)
        .expect(404);
    });

    it('of the members of a group are listed for callers who see the group', async () => {
      const jobId = await execute();
      const { id } = await givenGroup(db(), { members: [resource()], roles: ['viewer'] });
      const hidden = await givenGroup(db(), { members: [resource()] });
      const listed = async (group: number, reader: Pick<typeof api, 'get'> = api): Promise<string[]> =>
        ((await reader.get(`/rest/operation/history?groupId=${group}`).expect(200)).body as { jobId: string }[]).map(
          (row) => row.jobId,
        );
      expect(await listed(id)).toContain(jobId);
      expect(await listed((await givenGroup(db())).id)).toEqual([]);
      const viewer = api.as({ roles: ['viewer'] });
      expect(await listed(id, viewer)).toContain(jobId);
      expect(await listed(hidden.id, viewer)).toEqual([]);
    });

    it('can be deleted after its end, with CONTROL', async () => {
      const jobId = await execute();
      const path = `/rest/operation/history/${jobId}`;
      await api.delete(path).expect(409);
      await report(jobId, 'SUCCESS');
      await givenGroup(db(), { members: [resource()], roles: ['viewer'] });
      await api
        .as({ roles: ['viewer'] })
        .delete(path)
        .expect(403);
      await api.delete(path).expect(204);
      await api.delete(path).expect(204);
      await api.delete(`${path}?validate=true`).expect(404);
    });
  });

  it('are deleted ninety days after they were ordered, but never while they run', async () => {
    const purge = () =>
      api.service.app.get(OperationJobs, { strict: false }).purge({ signal: new AbortController().signal });
    const ended = await execute();
    await report(ended, 'SUCCESS');
    const running = await execute();

    api.clock.advance(89 * 24 * HOUR);
    await purge();
    await history(ended).expect(200);

    api.clock.advance(2 * 24 * HOUR);
    await purge();
    await history(ended).expect(404);
    await history(running).expect(200);
  });

  describe('cancellation', () => {
    it('ends a waiting execution at once', async () => {
      const jobId = await execute();
      const { body } = await api.post(`/rest/operation/history/${jobId}/cancel`).expect(200);
      expect(body.status).toBe('canceled');
      await api.post(`/rest/operation/history/${jobId}/cancel`).expect(409);
      await api.post('/rest/operation/history/a_=_b/cancel').expect(404);
      const left = await db().query(`SELECT id FROM agent_work WHERE resource_id = $1 AND ended_ms IS NULL`, [
        resource().id,
      ]);
      expect(left).toEqual([]);
    });

    it('sends the cancellation to the agent once', async () => {
      const jobId = await execute();
      await start(jobId, NOW);
      for (let round = 0; round < 2; round++) {
        const { body } = await api.post(`/rest/operation/history/${jobId}/cancel`).expect(200);
        expect(body.status).toBe('inprogress');
      }
      const work = await db().query<{ kind: string }>(
        `SELECT kind FROM agent_work WHERE resource_id = $1 ORDER BY id`,
        [resource().id],
      );
      expect(work.map(({ kind }) => kind)).toEqual(['operation', 'cancel']);
      await givenGroup(db(), { members: [resource()], roles: ['viewer'] });
      await api
        .as({ roles: ['viewer'] })
        .post(`/rest/operation/history/${jobId}/cancel`)
        .expect(403);
    });
  });
});
