import type { Row } from '@wardstone/client';
import { CommandError } from '../../command-error';
import { type Kind } from '../kind';
import type { Found, Spec } from '../records';
import type { Installation, ResourceName } from '../installation';
import { bodyFields } from '../../openapi';
import { objectSchema } from '../schemas';
import { A_NAME, RESOURCE, resourceReferences } from './references';

interface Source {
  kind: 'PING' | 'METRIC' | 'EVENT';
  metric?: string;
  severity?: string;
  text?: string;
}

export const HEARTBEAT_KIND: Kind = {
  kind: 'Heartbeat',
  file: 'heartbeats',
  about:
    'A signal that is expected at an interval. Documents do not contain the ping URL: create it in the console or by API',
  fields: () => {
    const { seconds, source } = bodyFields('post', '/rest/heartbeat');
    const { kind, severity, text } = source!.properties!;
    return {
      resource: { ...RESOURCE, description: `Resource that it is part of: ${RESOURCE.description!}` },
      seconds: seconds!,
      source: {
        ...objectSchema(
          {
            kind: kind!,
            metric: { type: 'string', minLength: 1, description: 'For METRIC: name of a metric of the resource' },
            severity: severity!,
            text: text!,
          },
          ['kind'],
        ),
        description: 'What counts as a signal. It cannot be changed',
      },
    };
  },
  required: ['resource', 'seconds', 'source'],
  nameSchema: { ...A_NAME, maxLength: 200 },
  identity: ['resource'],
  // A different source would be another resource, without this one's alert definitions.
  fixed: ['source'],
  comparable: ({ source, ...spec }) => ({ ...spec, source: comparableSource(source as Source) }),
  references: (_identity, { resource }) => resourceReferences(resource),
  problem: (_identity, { source }) => {
    const { kind, metric, severity, text } = source as Source;
    if ((kind === 'METRIC') !== (metric !== undefined))
      return 'source: metric is required for METRIC, and allowed only there';
    const isOfEvents = severity !== undefined || text !== undefined;
    return kind !== 'EVENT' && isOfEvents ? 'source: severity and text are allowed only for EVENT' : undefined;
  },
  async read(at, id) {
    const { client } = at;
    if (id !== undefined) return [await toFound(at, await client.get('/rest/heartbeat/{id}', { path: { id } }))];
    const rows = [];
    for await (const row of client.rows('/rest/heartbeat')) rows.push(row);
    const found: Found[] = [];
    for (const row of rows) found.push(await toFound(at, row));
    return found;
  },
  async check(at, _identity, spec) {
    await sourceBody(at, await at.resourceId(spec['resource'] as ResourceName), spec['source'] as Source);
  },
  async create(at, { name }, { resource, seconds, source }) {
    const resourceId = await at.resourceId(resource as ResourceName);
    const sourceFields = await sourceBody(at, resourceId, source as Source);
    await at.client.post('/rest/heartbeat', {
      body: { resourceId, name, seconds: seconds as number, source: sourceFields },
    });
  },
  async change({ client }, { id }, { seconds }) {
    await client.put('/rest/heartbeat/{id}', { path: { id }, body: { seconds: seconds as number } });
  },
  remove: async ({ client }, { id }) => void (await client.delete('/rest/heartbeat/{id}', { path: { id } })),
};

/** Adds the defaults of the service. Pure. */
function comparableSource({ kind, metric, severity = 'DEBUG', text = '' }: Source): Spec {
  if (kind === 'EVENT') return { kind, severity, ...(text.trim() !== '' && { text }) };
  return metric === undefined ? { kind } : { kind, metric };
}

async function toFound(at: Installation, row: Row<'/rest/heartbeat'>): Promise<Found> {
  const { id, name, resourceId, seconds, source } = row;
  const { kind, scheduleId, severity, text } = source;
  const metric = scheduleId ? await metricName(at, resourceId, scheduleId) : undefined;
  const sourceFields = {
    kind,
    ...(metric !== undefined && { metric }),
    ...(severity && { severity }),
    ...(text && { text }),
  };
  return { id: String(id), name, spec: { resource: await at.resourceName(resourceId), seconds, source: sourceFields } };
}

function getSchedules(at: Installation, id: number) {
  const read = () => at.client.get('/rest/resource/{id}/schedules', { path: { id }, query: { enabledOnly: false } });
  return at.once(`schedules of ${id}`, read);
}

/** The id if the metric was deleted, which equals no other name. */
async function metricName(at: Installation, resourceId: number, scheduleId: number): Promise<string> {
  const schedules = await getSchedules(at, resourceId);
  return schedules.find((each) => each.scheduleId === scheduleId)?.scheduleName ?? String(scheduleId);
}

async function sourceBody(at: Installation, resourceId: number, { kind, metric, severity, text }: Source) {
  const sourceFields = {
    kind,
    ...(severity && { severity: severity as 'DEBUG' }),
    ...(text !== undefined && { text }),
  };
  if (metric === undefined) return sourceFields;
  const schedules = await getSchedules(at, resourceId);
  const schedule = schedules.find(({ scheduleName }) => scheduleName === metric);
  if (!schedule) throw new CommandError(`There is no metric ${metric}.`);
  return { ...sourceFields, scheduleId: schedule.scheduleId };
}
