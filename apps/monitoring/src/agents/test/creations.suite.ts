import { InventoryJobs } from '../../resources/inventory-jobs.service';
import { MINUTE, aFind, useAgents } from './use-agents';

interface WorkBody {
  id: number;
  kind: string;
  resourceId: number;
  timeout: number;
  create: { contentLength?: number; [field: string]: unknown };
}

describe('resources that agents create and delete', () => {
  const { api, login, path, report, sync, givenMachine } = useAgents();

  const take = async () => (await login().get(path('/work')).expect(200)).body as WorkBody[];
  const tell = (id: number, body: object) =>
    login()
      .put(path(`/work/${id}`))
      .send({ time: api.clock.now(), ...body });

  /** A server of the agent whose children are created from content. */
  const givenServer = async (): Promise<number> => {
    const { platform = 0 } = await givenMachine();
    await report('inventory', {
      roots: [{ ...aFind('Demo Server', 'srv', { pluginName: 'Demo' }), parentId: platform }],
    }).expect(200);
    const { resources } = await sync();
    const { resourceId } = resources.find(({ key }) => key === 'srv')!;
    await api.put(`/rest/resource/${resourceId}`).send({ status: 'COMMITTED' }).expect(200);
    return resourceId;
  };
  const givenContent = async (text: string): Promise<string> => {
    const { body } = await api
      .post('/rest/content/fresh')
      .set('Content-Type', 'application/octet-stream')
      .send(text)
      .expect(201);
    return (body as { value: string }).value;
  };
  /** Creates an application below the server; returns the address of its status. */
  const order = async (parentId: number, text = 'its bytes'): Promise<string> => {
    const response = await api.post(`/rest/resource?handle=${await givenContent(text)}`).send({
      resourceName: 'orders',
      typeName: 'Demo Application',
      pluginName: 'Demo',
      parentId,
      resourceConfig: { contextPath: '/orders' },
    });
    expect(response.status).toBe(302);
    return new URL(response.headers['location'] as string).pathname;
  };
  const ask = (status: string) => api.get(status).redirects(0);

  it('appear when the agent has created and discovered them', async () => {
    const server = await givenServer();
    const status = await order(server);

    const [work] = await take();
    expect(work).toMatchObject({
      kind: 'createResource',
      resourceId: server,
      timeout: 3600,
      create: {
        typeName: 'Demo Application',
        pluginName: 'Demo',
        resourceName: 'orders',
        resourceConfig: { contextPath: '/orders' },
        contentLength: 9,
      },
    });
    const content = await login()
      .get(path(`/work/${work!.id}/content`))
      .buffer(true)
      .expect(200);
    expect(content.headers['content-type']).toBe('application/octet-stream');
    expect((content.body as Buffer).toString()).toBe('its bytes');

    await tell(work!.id, { state: 'started' }).expect(204);
    await tell(work!.id, { state: 'success', resourceKey: '/srv/orders.war' }).expect(204);
    await ask(status).expect(302);
    await report('inventory', {
      roots: [{ ...aFind('Demo Application', '/srv/orders.war', { pluginName: 'Demo' }), parentId: server }],
    }).expect(200);

    const { body } = await ask(status).expect(200);
    expect(body).toMatchObject({ resourceName: 'orders', status: 'COMMITTED', parentId: server });
  });

  it.each([
    ['INVALID_ARTIFACT', 'Invalid Artifact: no archive'],
    ['INVALID_CONFIGURATION', 'Invalid Configuration: no archive'],
    [undefined, 'Failure: no archive'],
  ])('that fail report the cause: %s', async (creationStatus, text) => {
    const status = await order(await givenServer());
    const [work] = await take();

    await tell(work!.id, { state: 'failure', errorMessage: 'no archive', creationStatus }).expect(204);

    expect((await ask(status).expect(500)).body).toEqual({ value: text });
  });

  it('need a key, and end once', async () => {
    const status = await order(await givenServer());
    const [work] = await take();
    await tell(work!.id, { state: 'success' }).expect(406);
    await tell(work!.id, { state: 'failure', errorMessage: 'x' }).expect(204);
    await tell(work!.id, { state: 'failure', errorMessage: 'x' }).expect(204);
    await tell(work!.id, { state: 'success', resourceKey: 'k' }).expect(409);

    await ask(status).expect(500);
  });

  it('time out after an hour, unless the agent reports an outcome later', async () => {
    const status = await order(await givenServer());
    const [work] = await take();
    api.clock.advance(61 * MINUTE);
    await api.service.app.get(InventoryJobs, { strict: false }).timeOut();
    expect((await ask(status).expect(500)).body).toMatchObject({
      value: expect.stringContaining('Timed Out') as string,
    });

    await tell(work!.id, { state: 'success', resourceKey: 'late' }).expect(204);

    await ask(status).expect(302);
  });

  it('give content only to their agent', async () => {
    await order(await givenServer());
    const [work] = await take();
    await login('curious').put('/rest/agent/curious').send({}).expect(201);

    await login('curious').get(`/rest/agent/curious/work/${work!.id}/content`).expect(404);
    await login('curious')
      .get(path(`/work/${work!.id}/content`))
      .expect(403);
  });

  it('leave the inventory only when the agent has deleted the real thing', async () => {
    const server = await givenServer();
    await api.delete(`/rest/resource/${server}?physical=true`).expect(204);
    await api.delete(`/rest/resource/${server}?physical=true`).expect(204);
    const offered = await take();
    expect(offered).toMatchObject([{ kind: 'deleteResource', resourceId: server }]);
    expect((await api.get(`/rest/resource/${server}`).expect(200)).body).toMatchObject({ status: 'COMMITTED' });

    await tell(offered[0]!.id, { state: 'failure', errorMessage: 'in use' }).expect(204);
    expect((await api.get(`/rest/resource/${server}`).expect(200)).body).toMatchObject({ status: 'COMMITTED' });

    await api.delete(`/rest/resource/${server}?physical=true`).expect(204);
    const [again] = await take();
    await tell(again!.id, { state: 'success' }).expect(204);
    expect((await sync()).resources.map(({ resourceId }) => resourceId)).not.toContain(server);
  });

  it('accept no operations once they have left the inventory', async () => {
    const { platform = 0 } = await givenMachine();
    const { body } = await api.get(`/rest/operation/definitions?resourceId=${platform}`).expect(200);
    const { id } = (body as { id: number; name: string }[]).find(({ name }) => name === 'viewProcessList')!;
    const draft = (await api.post(`/rest/operation/definition/${id}?resourceId=${platform}`).expect(200)).body as {
      id: number;
    };
    await api.put(`/rest/operation/${draft.id}`).send({ readyToSubmit: true }).expect(200);
    await api.delete(`/rest/resource/${platform}`).expect(204);

    expect(await take()).toEqual([]);
    const [row] = await api.database.query<{ status: string; error_message: string }>(
      `SELECT h.status, h.error_message FROM operation_history h WHERE h.resource_id = $1`,
      [platform],
    );
    expect(row).toMatchObject({
      status: 'FAILURE',
      error_message: expect.stringContaining('no longer in inventory') as string,
    });
  });
});
