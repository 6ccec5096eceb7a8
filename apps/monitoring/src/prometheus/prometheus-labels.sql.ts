import { type Bind, seesGroup, seesResource } from '../authorization/visible.sql';
import type { Viewer } from '../authorization/viewer';

/** Required names of resources and platforms, and required ids of resources. */
export type EqualLabels = Readonly<Partial<Record<'resource' | 'resource_id' | 'platform', readonly string[]>>>;

/** Condition for a resource `r` and its `host`. */
export function equalLabels(equal: EqualLabels, bind: Bind): string {
  const columns = { resource: 'r.name', resource_id: 'r.id::text', platform: 'host.name' };
  return Object.entries(equal)
    .flatMap(([label, values]) =>
      values.map((value) => `AND ${columns[label as keyof typeof columns]} = ${bind(value)}`),
    )
    .join(' ');
}

/** The names of a resource's groups that the caller sees. */
export function groupsSeen(viewer: Viewer, resource: string, bind: Bind): string {
  return `ARRAY (SELECT g.name FROM resource_group_member m JOIN resource_group g ON g.id = m.resource_group_id
                  WHERE m.resource_id = ${resource} AND ${seesGroup(viewer, 'g.id', bind)} ORDER BY g.name)`;
}

/** Received series `s` with their schedules `c`, on resources in inventory that the caller sees; conditions may follow. */
export function selectVisibleReceived(viewer: Viewer, bind: Bind): string {
  return `received_series s
         JOIN metric_schedule c ON c.id = s.schedule_id
         JOIN resource r ON r.id = c.resource_id
        WHERE r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)}`;
}
