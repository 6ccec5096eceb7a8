import type { Client } from 'pg';
import { withClient } from './bench-server';

/** Resources below the first platform, itself not counted. */
export const LARGE_TREE = 5_000;
/** Children of the first platform. */
export const LARGE_FAMILY = 99;

/** Every other platform has this many resources, including itself. */
const BLOCK = 50;
const SERVERS_OF_BLOCK = 4;
const METRICS = 5;

/**
 * Fills a migrated, empty database: one platform with a large tree below it, then small ones, three types, and for
 * every resource the rows of its entry into the inventory. The same data for the same number on every run.
 * @param url of the database as superuser: rows are written past triggers, with their counts
 */
export function fillInventory(url: string, resources: number): Promise<void> {
  return withClient(url, async (client) => {
    await client.query(`SET session_replication_role = replica`);
    await fillTypes(client);
    await client.query(
      `INSERT INTO resource (id, resource_type_id, category, parent_id, resource_key, name, description,
                             inventory_status, availability, created_ms, modified_ms, imported_ms)
       SELECT n.i + 1, t.id, n.category, n.parent_id, 'key-' || n.i,
              CASE n.category
                WHEN 'PLATFORM' THEN 'host-' || lpad(n.i::text, 6, '0') || '.example.test'
                WHEN 'SERVER' THEN 'Application Server ' || n.i
                ELSE (ARRAY['Queue', 'Cache', 'Data Source', 'Web Application', 'Topic'])[n.i % 5 + 1] || ' ' || n.i
              END, 'What number ' || n.i || ' is for', 'COMMITTED', 'UP', 1763700000000, 1763700000000, 1763700000000
         FROM (SELECT i, CASE WHEN i > $1 THEN ($1 + 1) + (i - $1 - 1) / $3 * $3 END AS block,
                      CASE WHEN i > $1 THEN (i - $1 - 1) % $3 ELSE i END AS at,
                      CASE WHEN i > $1 THEN $4 ELSE $2 END AS servers
                 FROM generate_series(0, $5::integer - 1) i) place
        CROSS JOIN LATERAL (
               SELECT place.i,
                      CASE WHEN at = 0 THEN 'PLATFORM' WHEN at <= servers THEN 'SERVER' ELSE 'SERVICE' END AS category,
                      CASE WHEN at = 0 THEN NULL
                           WHEN at <= servers THEN coalesce(block, 0) + 1
                           ELSE coalesce(block, 0) + 2 + at % servers END AS parent_id) n
         JOIN resource_type t ON t.name = 'Bench ' || lower(n.category)`.replace(
        /\$(\d)/g,
        (_place, number: string) => `$${number}::integer`,
      ),
      [LARGE_TREE, LARGE_FAMILY, BLOCK, SERVERS_OF_BLOCK, resources],
    );
    await fillAncestry(client);
    await fillBelongings(client);
    await client.query('VACUUM (ANALYZE)');
  });
}

/** Adds this number of platforms without parts. */
export function addPlatforms(url: string, platforms: number): Promise<void> {
  return withClient(url, async (client) => {
    await client.query(`SET session_replication_role = replica`);
    await client.query(
      `WITH added AS (
         INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, description,
                               inventory_status, availability, created_ms, modified_ms, imported_ms)
         SELECT t.id, 'PLATFORM', NULL, 'more-' || n, 'more-' || lpad(n::text, 6, '0') || '.example.test', NULL,
                'COMMITTED', 'UP', 1763700000000, 1763700000000, 1763700000000
           FROM generate_series(1, $1::integer) n JOIN resource_type t ON t.name = 'Bench platform'
         RETURNING id)
       INSERT INTO availability_record (resource_id, type, since_ms) SELECT added.id, 'UP', 1763700000000 FROM added`,
      [platforms],
    );
    await client.query(
      `INSERT INTO resource_count (inventory_status, category, change) VALUES ('COMMITTED', 'PLATFORM', $1::integer)`,
      [platforms],
    );
    await client.query('VACUUM (ANALYZE)');
  });
}

async function fillTypes(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO plugin (name, display_name, version, file_name, md5, content, descriptor, modified_at)
     VALUES ('Bench', 'Bench', '1', 'bench.xml', '', '', '', now())`,
  );
  await client.query(
    `INSERT INTO resource_type (plugin_id, name, category)
     SELECT p.id, 'Bench ' || lower(category), category
       FROM plugin p, unnest(ARRAY['PLATFORM', 'SERVER', 'SERVICE']) category`,
  );
  await client.query(
    `INSERT INTO metric_definition (resource_type_id, name, position, display_name, data_type, is_on_by_default,
                                    default_interval_ms)
     SELECT t.id, 'metric' || n, n, 'Metric ' || n, 'MEASUREMENT', true, 60000
       FROM resource_type t, generate_series(1, $1::integer) n`,
    [METRICS],
  );
}

async function fillAncestry(client: Client): Promise<void> {
  for (const child of ['SERVER', 'SERVICE']) {
    await client.query(
      `UPDATE resource r
          SET ancestry = concat_ws('_::_', concat_ws('_:_', p.resource_type_id, p.id, p.name), p.ancestry)
         FROM resource p
        WHERE p.id = r.parent_id AND r.category = $1`,
      [child],
    );
  }
}

async function fillBelongings(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO resource_count (inventory_status, category, change)
     SELECT r.inventory_status, r.category, count(*) FROM resource r GROUP BY r.inventory_status, r.category`,
  );
  await client.query(
    `INSERT INTO availability_record (resource_id, type, since_ms) SELECT r.id, 'UP', 1763700000000 FROM resource r`,
  );
  await client.query(
    `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
     SELECT d.id, r.id, true, 60000, 1763700000000
       FROM resource r JOIN metric_definition d ON d.resource_type_id = r.resource_type_id`,
  );
  await client.query(`SELECT setval('resource_id_seq', (SELECT max(r.id) FROM resource r))`);
}
