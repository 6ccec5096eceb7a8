import { RECEIVED_PLUGIN, SOURCE_TYPE } from '../plugins/platforms/built-in-plugins';

/**
 * The label `instance` of a Prometheus target below the account that sends it, as the lateral join `instance`, because
 * it names the host and the account does not.
 * @param resource alias of the resource table in the statement, e.g. `r`
 */
export function instanceJoin(resource: string): string {
  return `LEFT JOIN LATERAL (
    SELECT s.labels ->> 'instance' AS name
      FROM received_target g
      JOIN resource p ON p.id = ${resource}.parent_id
      JOIN resource_type y ON y.id = p.resource_type_id AND y.name = '${SOURCE_TYPE}'
      JOIN plugin n ON n.id = y.plugin_id AND n.name = '${RECEIVED_PLUGIN}'
      JOIN metric_schedule m ON m.resource_id = g.resource_id
      JOIN received_series s ON s.schedule_id = m.id
     WHERE g.resource_id = ${resource}.id LIMIT 1) instance ON true`;
}

/** SQL for the name of a resource's host; the statement must join `host` and `instance`. */
export const HOST_NAME = 'coalesce(instance.name, host.name)';

/**
 * Host and resource in one text, e.g. `web-1 / System`; only one of them if it contains the other. See `describeLocation` of
 * notices.
 */
export function placeName(resource: string): string {
  return `CASE WHEN host.id = ${resource}.id OR position(instance.name IN ${resource}.name) > 0 THEN ${resource}.name
               ELSE ${HOST_NAME} || ' / ' || ${resource}.name END`;
}
