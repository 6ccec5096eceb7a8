import { RenameDiscoveredServers1764010000000 } from '../../migrations/1764010000000-rename-discovered-servers';
import { aFind, useAgents } from './use-agents';

describe('servers named by the path of their data', () => {
  const { api, report, sync, givenMachine } = useAgents();

  it('are named by its last part after the upgrade, unless people have named them', async () => {
    const { platform = 0 } = await givenMachine();
    const server = (key: string, name: string, instance: string) => ({
      ...aFind('PostgreSQL', key, { pluginName: 'Processes', name, pluginConfig: { program: 'postgres', instance } }),
      parentId: platform,
    });
    await report('inventory', {
      roots: [
        server('a', 'PostgreSQL /srv/wardstone/postgres', '/srv/wardstone/postgres'),
        server('b', 'Orders', '/srv/orders/postgres'),
        server('c', 'PostgreSQL', ''),
      ],
    }).expect(200);
    const names = async () =>
      (await sync()).resources.filter(({ typeName }) => typeName === 'PostgreSQL').map(({ name }) => name);
    const change = (direction: 'up' | 'down') =>
      new RenameDiscoveredServers1764010000000()[direction](api.database as never);

    await change('up');
    expect(await names()).toEqual(['PostgreSQL postgres', 'Orders', 'PostgreSQL']);
    await change('down');
    expect(await names()).toEqual(['PostgreSQL /srv/wardstone/postgres', 'Orders', 'PostgreSQL']);
  });
});
