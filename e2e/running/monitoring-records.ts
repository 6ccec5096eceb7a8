import { eventually } from '@wardstone/testing';
import type { MetricSchedule, ResourceWithType } from '@wardstone/dto/monitoring';
import type { RunningSystem } from '../../tools/system';

/** Calls operations as the administrator. */
export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export function makeCall(system: () => RunningSystem): Call {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const isText = typeof body === 'string';
    const response = await fetch(system().gatewayUrl + path, {
      method,
      headers: {
        authorization: system().login,
        accept: 'application/json',
        'content-type': isText ? 'application/octet-stream' : 'application/json',
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

/** An agent that the test plays. */
export interface PlayedAgent {
  /** Reports a platform with services below it, all of which are imported. */
  report: (platform: string, services: readonly { typeName: string; name: string }[]) => Promise<ResourceWithType>;
  /** Takes the next operation, and says that it has begun. */
  takeOperation: () => Promise<TakenOperation>;
}

export interface TakenOperation {
  name: string;
  parameters: Readonly<Record<string, unknown>>;
  end: (state: 'success' | 'failure', outcome: object) => Promise<void>;
}

interface Work {
  id: number;
  operation?: { name: string; parameters: Readonly<Record<string, unknown>> };
}

export async function playAgent(call: Call, name: string, pluginName: string): Promise<PlayedAgent> {
  await call('PUT', `/rest/agent/${name}`, { version: '1' });
  const tell = (id: number, state: string, outcome: object = {}): Promise<void> =>
    call('PUT', `/rest/agent/${name}/work/${id}`, { state, time: Date.now(), ...outcome });
  return {
    report: async (platform, services) => {
      const root = {
        key: platform,
        typeName: 'Linux',
        pluginName: 'Platforms',
        name: platform,
        children: services.map((service) => ({ ...service, key: service.name, pluginName })),
      };
      await call('POST', `/rest/agent/${name}/inventory`, { reportId: platform, roots: [root] });
      const found = await call<ResourceWithType[]>('GET', `/rest/resource?status=NEW&category=PLATFORM&q=${platform}`);
      return call('PUT', `/rest/resource/${found[0]!.resourceId}`, { ...found[0], status: 'COMMITTED' });
    },
    takeOperation: async () => {
      const work = await eventually('an operation', async () => {
        const waiting = await call<Work[]>('GET', `/rest/agent/${name}/work`);
        return waiting.find(({ operation }) => operation !== undefined);
      });
      await tell(work.id, 'started');
      return { ...work.operation!, end: (state, outcome) => tell(work.id, state, outcome) };
    },
  };
}

/** Registers a plugin from its descriptor. @returns its id */
export async function deployPlugin(call: Call, name: string, descriptor: string): Promise<number> {
  const { value: handle } = await call<{ value: string }>('POST', '/rest/content/fresh', descriptor);
  await call('PUT', `/rest/content/${handle}/plugins?name=${name}.xml&scan=true`);
  const plugins = await call<{ id: number; name: string }[]>('GET', '/rest/plugins');
  return plugins.find((plugin) => plugin.name === name)!.id;
}

/** Stores values of a metric; the last of them is `everyMs` old. */
export async function submitValues(
  call: Call,
  resourceId: number,
  metric: string,
  values: readonly number[],
  everyMs = 1000,
): Promise<void> {
  const schedules = await call<MetricSchedule[]>('GET', `/rest/resource/${resourceId}/schedules?enabledOnly=false`);
  const { scheduleId } = schedules.find(({ displayName }) => displayName === metric)!;
  const now = Date.now();
  const points = values.map((value, at) => ({ scheduleId, timeStamp: now - (values.length - at) * everyMs, value }));
  await call('POST', '/rest/metric/data/raw', points);
}
