import { Database } from '@wardstone/database';
import { aFind, useAgents } from '../../agents/test/use-agents';
import { ConnectionGuard } from '../connection-guard.service';
import { CreationQueries } from '../creation.queries';

describe('connection properties that name what an agent opens', () => {
  const { api, report, sync, givenMachine } = useAgents();
  const operator = () => api.as({ roles: ['operator'] });
  let platform = 0;
  let server = 0;

  beforeEach(async () => {
    platform = (await givenMachine()).platform!;
    await report('inventory', {
      roots: [{ ...aFind('Demo Server', 'srv', { pluginName: 'Demo' }), parentId: platform }],
    }).expect(200);
    server = (await sync()).resources.find(({ key }) => key === 'srv')!.resourceId;
    await api.put(`/rest/resource/${server}`).send({ status: 'COMMITTED' }).expect(200);
  });

  const logFiles = [{ path: '/proc/4242/root/var/lib/wardstone/gateway-signing-key.json', minimumSeverity: 'DEBUG' }];
  const process = (over: object = {}) => ({
    resourceName: 'log reader',
    typeName: 'Server Process',
    pluginName: 'Processes',
    parentId: platform,
    ...over,
  });
  const namedInSync = async () => JSON.stringify((await sync()).resources.map(({ pluginConfig }) => pluginConfig));

  it.each([
    ['log files', () => process({ pluginConfig: { logFiles } }), 'logFiles'],
    ['a program', () => process({ pluginConfig: { program: 'none' } }), 'program'],
    [
      'a folder',
      () => process({ typeName: 'Directory', pluginName: 'Platforms', pluginConfig: { path: '/etc' } }),
      'path',
    ],
    [
      'a pid file',
      () => process({ typeName: 'Process', pluginName: 'Platforms', pluginConfig: { pidFile: '/run/x.pid' } }),
      'pidFile',
    ],
    [
      'log files of a type that does not describe them',
      () => process({ typeName: 'CPU', pluginName: 'Platforms', pluginConfig: { logFiles } }),
      'logFiles',
    ],
    [
      'log files of what the agent is to create',
      () =>
        process({
          typeName: 'Demo Queue',
          pluginName: 'Demo',
          parentId: server,
          pluginConfig: { logFiles },
        }),
      'logFiles',
    ],
  ])('are not set by operators: %s', async (_case, body, property) => {
    const { body: error, headers } = await operator().post('/rest/resource').send(body()).expect(403);

    expect(headers['x-error-type']).toBe('connection_property_forbidden');
    expect(JSON.stringify(error)).toContain(`Connection property ${property} names`);
    expect(await namedInSync()).not.toContain('signing-key');
  });

  it('are not set by operators through uploaded content', async () => {
    const { body } = await operator()
      .post('/rest/content/fresh')
      .set('Content-Type', 'application/octet-stream')
      .send('bytes')
      .expect(201);
    const application = {
      resourceName: 'app',
      typeName: 'Demo Application',
      pluginName: 'Demo',
      parentId: server,
      pluginConfig: { logFiles },
    };
    await operator()
      .post(`/rest/resource?handle=${(body as { value: string }).value}`)
      .send(application)
      .expect(403);
    await api
      .as({ roles: ['viewer'], permissions: ['MANAGE_INVENTORY'] })
      .post(`/rest/resource.xml`)
      .set('Content-Type', 'application/json')
      .send(application)
      .expect(403);
  });

  it('are not changed with the name of a resource, nor set by the deprecated creation', async () => {
    const { body } = await operator()
      .post(`/rest/resource/plain?plugin=Processes&parentId=${platform}&logFiles=/etc/shadow`)
      .send({ value: 'Server Process', pluginConfig: { logFiles } })
      .expect(201);
    const { resourceId } = body as { resourceId: number };
    await operator().put(`/rest/resource/${resourceId}`).send({ resourceName: 'plain', pluginConfig: { logFiles } });
    expect(await namedInSync()).not.toContain('shadow');
    expect(await namedInSync()).not.toContain('signing-key');
  });

  it('are set by administrators', async () => {
    await api
      .post('/rest/resource')
      .send(process({ pluginConfig: { program: 'x', logFiles: [{ path: '/var/log/x.log' }] } }))
      .expect(201);
    expect(await namedInSync()).toContain('/var/log/x.log');
  });

  it('are in the audit log for every caller, without secrets', async () => {
    const noted: object[] = [];
    const pluginConfig = { logFiles, url: 'https://ann:secret@host/', password: 'secret', fullProcessTree: true };
    const types = api.service.app.get(CreationQueries);
    const type = (await types.findType('Process', 'Platforms'))!;
    const judge = (...permissions: string[]) =>
      api.service.app.get(Database).transaction((tx) =>
        api.service.app
          .get(ConnectionGuard)
          .authorize(tx, { parentId: platform, type, sent: pluginConfig }, { permissions } as never, (facts) => {
            noted.push(facts);
          }),
      );
    await judge('MANAGE_SETTINGS');
    await expect(judge('MANAGE_INVENTORY')).rejects.toThrow('Connection property logFiles, url, password names');

    const facts = { connectionProperties: { logFiles, url: 'https://***@host/', password: '***' } };
    expect(noted).toEqual([facts, facts]);
  });

  it('may be set by operators where there is no agent, and left at their defaults everywhere', async () => {
    const { body } = await operator()
      .post('/rest/resource/platforms')
      .send({ resourceName: 'without an agent', typeName: 'Linux' })
      .expect(201);
    const { resourceId: parentId } = body as { resourceId: number };
    await operator()
      .post('/rest/resource')
      .send(process({ parentId, pluginConfig: { logFiles } }))
      .expect(201);
    await operator()
      .post('/rest/resource')
      .send(process({ resourceName: 'default', pluginConfig: { logFiles: [] } }))
      .expect(201);
  });
});
