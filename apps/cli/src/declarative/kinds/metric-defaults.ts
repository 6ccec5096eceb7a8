import { CommandError } from '../../command-error';
import { type Kind } from '../kind';
import { type Found, type Spec } from '../records';
import type { Installation, Metric } from '../installation';
import { bodyFields } from '../../openapi';
import { objectSchema } from '../schemas';
import { TYPE_FIELDS } from './references';

interface Defaults {
  enabled?: boolean;
  collectionInterval?: number;
}

export const METRIC_DEFAULTS_KIND: Kind = {
  kind: 'MetricDefaults',
  file: 'metric-defaults',
  about: 'Metric collection of new resources of a type; the name is that of the resource type',
  fields: () => {
    const { enabled, collectionInterval } = bodyFields('put', '/rest/metric/definition/{id}');
    const defaults = objectSchema(
      { enabled: enabled!, collectionInterval: { ...collectionInterval, minimum: 30_000 } },
      [],
    );
    return {
      plugin: TYPE_FIELDS['plugin']!,
      metrics: { type: 'object', additionalProperties: defaults, description: 'Settings by name of the metric' },
    };
  },
  required: ['plugin', 'metrics'],
  identity: ['plugin'],
  merged: ['metrics'],
  problem: (_identity, spec, found) => {
    if (!found) return 'there is no such type';
    const known = found.spec['metrics'] as Spec;
    const unknown = Object.keys(spec['metrics'] as Spec).filter((name) => !Object.hasOwn(known, name));
    return unknown.length === 0 ? undefined : `there is no metric ${unknown.join(', ')}`;
  },
  async read(at, id) {
    const found: Found[] = [];
    for (const { id: typeId, type, plugin } of await at.typeNames()) {
      if (id !== undefined && String(typeId) !== id) continue;
      const metrics = await (id === undefined ? at.metricsOfType(typeId) : freshMetrics(at, typeId));
      if (metrics.length === 0) continue;
      const defaults = metrics.map(({ scheduleName, enabled, collectionInterval }) => [
        scheduleName,
        { enabled, collectionInterval },
      ]);
      found.push({ id: String(typeId), name: type, spec: { plugin, metrics: Object.fromEntries(defaults) as Spec } });
    }
    return found;
  },
  async change(at, found, spec) {
    const before = found.spec['metrics'] as Record<string, Defaults>;
    const metrics = await at.metricsOfType(Number(found.id));
    for (const [name, { enabled, collectionInterval }] of Object.entries(spec['metrics'] as Record<string, Defaults>)) {
      const old = before[name]!;
      if (old.enabled === enabled && old.collectionInterval === collectionInterval) continue;
      const { scheduleId: id } = metrics.find(({ scheduleName }) => scheduleName === name)!;
      const { body, headers } = await at.client.call('get', '/rest/metric/definition/{id}', { path: { id } });
      if (body.enabled !== old.enabled || body.collectionInterval !== old.collectionInterval)
        throw new CommandError(`The metric ${name} was changed since the plan.`);
      await at.client.put('/rest/metric/definition/{id}', {
        path: { id },
        headers: { 'If-Match': headers.get('etag')! },
        body: { enabled: enabled!, collectionInterval: collectionInterval! },
      });
    }
  },
};

function freshMetrics({ client }: Installation, resourceTypeId: number): Promise<readonly Metric[]> {
  return client.get('/rest/metric/definitions', { query: { resourceTypeId } });
}
