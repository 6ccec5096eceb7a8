import type { RoleName } from '@wardstone/auth';
import { useMonitoring } from '../../test/use-monitoring';

export const NOW = Date.UTC(2026, 0, 15, 12);
export const MINUTE = 60_000;

export interface DiscoveredBody {
  key: string;
  typeName: string;
  pluginName: string;
  name: string;
  children?: DiscoveredBody[];
  [field: string]: unknown;
}

/** A resource as an agent reports it; each test sets only what matters to it. */
export const aFind = (typeName: string, key: string, over: Partial<DiscoveredBody> = {}): DiscoveredBody => ({
  key,
  typeName,
  pluginName: 'Platforms',
  name: key,
  ...over,
});

let serial = 0;

/** A service, and before each test an agent of a login of its own, on a machine that is not discovered yet. */
export function useAgents() {
  const api = useMonitoring();
  let name = '';
  let number = 0;

  const login = (username = name) =>
    api.as({ username, roles: ['agent'] satisfies RoleName[], type: 'ServiceAccount' });
  const path = (below = '') => `/rest/agent/${name}${below}`;
  const report = (kind: string, body: object) =>
    login()
      .post(path(`/${kind}`))
      .send({ reportId: `r-${++number}`, ...body });
  const discover = (platform: DiscoveredBody) => report('inventory', { roots: [platform] });
  const sync = async () => (await login().get(path('/sync')).expect(200)).body as SyncBody;

  beforeEach(async () => {
    api.clock.set(NOW);
    name = `agent-${++serial}`;
    await login().put(path()).send({ version: '2.1', hostname: 'host-a' }).expect(201);
  });

  /** The machine with an adapter and a file system, imported; by their keys. */
  const givenMachine = async (): Promise<Record<string, number>> => {
    const host = `host-${serial}`;
    await discover(
      aFind('Linux', host, { children: [aFind('Network Adapter', 'eth0'), aFind('File System', '/data')] }),
    ).expect(200);
    const { resources } = await sync();
    const platform = resources.find(({ parentId }) => parentId === null)!;
    await api.put(`/rest/resource/${platform.resourceId}`).send({ status: 'COMMITTED' }).expect(200);
    const ids = Object.fromEntries(resources.map(({ key, resourceId }) => [key, resourceId]));
    return { ...ids, platform: platform.resourceId };
  };

  return { api, name: () => name, login, path, report, discover, sync, givenMachine };
}

export interface SyncBody {
  resources: {
    resourceId: number;
    parentId: number | null;
    key: string;
    typeName: string;
    name: string;
    status: string;
    pluginConfig: Record<string, unknown>;
  }[];
  schedules: {
    scheduleId: number;
    resourceId: number;
    name: string;
    type: string;
    perMinute: boolean;
    collectionInterval: number;
    enabled: boolean;
  }[];
}
