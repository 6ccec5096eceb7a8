import { type Client, isApiFailure } from '@wardstone/client';
import { bodyFields } from '../../openapi';
import type { Kind, Schema } from '../kind';
import { serialise, removeEmpty, type Spec, sortSet } from '../records';
import { objectSchema } from '../schemas';
import { exportedNotifications, type Notification, notificationChanges } from './notifications';

const SCHEDULE = '/api/compliance/v2/policies/{policy_id}/evidence_schedule';

const FIELD = 'evidence_schedule';

interface Channel extends Notification {
  name: string;
}

/** Schema of the field of policies. */
export const evidenceScheduleSchema = (): Schema => ({
  ...objectSchema(bodyFields('put', SCHEDULE), ['files', 'cron']),
  type: ['object', 'null'],
  description: 'Times and recipients of evidence mails; null for none. A masked setting of a channel is kept',
});

/** Pure. */
export function comparableEvidence(schedule: Spec | null): Spec | null {
  if (schedule === null) return null;
  const { files, cron, time_zone, people, roles, addresses } = schedule;
  return {
    cron,
    time_zone: time_zone ?? 'UTC',
    files: sortSet(files as string[]),
    people: sortSet((people ?? []) as string[]),
    roles: sortSet((roles ?? []) as string[]),
    addresses: sortSet((addresses ?? []) as string[]),
    channels: toChannels(schedule).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** How policies compare, show and export the field: settings of channels may be secrets. */
export const EVIDENCE_SCHEDULES: Pick<Kind, 'isSame' | 'showChange' | 'exported'> = {
  isSame: (field, before, after) =>
    field === FIELD && isSchedule(before) && isSchedule(after) && linesOfChange(before, after).length === 0,
  showChange: (field, before, after) =>
    field === FIELD ? linesOfChange(isSchedule(before) ? before : {}, isSchedule(after) ? after : {}) : undefined,
  exported: ({ [FIELD]: schedule, ...spec }) => ({
    ...spec,
    [FIELD]: isSchedule(schedule) ? { ...schedule, channels: exportedNotifications(toChannels(schedule)) } : null,
  }),
};

/** @throws ApiError */
export async function readEvidenceSchedule(client: Client, policyId: string): Promise<Spec | null> {
  try {
    const { data } = await client.get(SCHEDULE, { path: { policy_id: policyId } });
    const { files, cron, time_zone, people, roles, addresses, channels } = data;
    return { files, cron, time_zone, people, roles, addresses, channels };
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return null;
    throw error;
  }
}

/** @throws ApiError */
export async function putEvidenceSchedule(client: Client, policyId: string, schedule: Spec | null): Promise<void> {
  const path = { policy_id: policyId };
  if (schedule) await client.put(SCHEDULE, { path, body: schedule as never });
  else await client.delete(SCHEDULE, { path });
}

const isSchedule = (value: unknown): value is Spec => typeof value === 'object' && value !== null;
const toChannels = ({ channels }: Spec): Channel[] => (channels ?? []) as Channel[];

function linesOfChange({ channels: old = [], ...before }: Spec, { channels: wanted = [], ...after }: Spec): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const fields = names
    .filter((name) => serialise(before[name] ?? null) !== serialise(after[name] ?? null))
    .map((name) => `${name}: ${serialise(removeEmpty({ before: before[name], after: after[name] }))}`);
  const [left, right] = [old, wanted].map(
    (channels) => new Map((channels as Channel[]).map((each) => [each.name, each])),
  );
  const changed = [...new Set([...left!.keys(), ...right!.keys()])].flatMap((name) => {
    const [one, other] = [left!.get(name), right!.get(name)];
    return notificationChanges(one ? [one] : [], other ? [other] : []).map((line) => `${line} (channel ${name})`);
  });
  return [...fields, ...changed];
}
