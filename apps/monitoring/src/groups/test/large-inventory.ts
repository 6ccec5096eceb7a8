import type { Queryable } from '@wardstone/database';

const SERVERS_PER_PLATFORM = 9;
const SERVICES_PER_SERVER = 10;
const PER_PLATFORM = 1 + SERVERS_PER_PLATFORM * (1 + SERVICES_PER_SERVER);

/** Typical kinds of expressions, each with other values by its number. */
export const EXPRESSIONS: readonly (readonly [string, (at: number) => string[]])[] = [
  ['one by name', (at) => [`resource.name = host-${at}`]],
  ['part of a name', (at) => [`resource.name.contains = -${at}-`, 'resource.type.category = SERVER']],
  ['below a parent', (at) => [`resource.parent.name = host-${at}`]],
  ['two levels below', (at) => [`resource.grandParent.name = host-${at}`, 'resource.availability = DOWN']],
  ['above a child', (at) => [`resource.child.name.endsWith = -${at}-1`, 'resource.type.category = SERVER']],
  ['by a trait', (at) => [`resource.trait[os.version] = ${at % 20}`, 'groupby resource.type.name']],
  ['by a property', (at) => [`resource.pluginConfiguration[port] = ${8000 + at}`, 'groupby resource.parent.type.name']],
  [
    'by version',
    (at) => ['groupby resource.version', `resource.type.category = ${at % 2 === 1 ? 'PLATFORM' : 'SERVER'}`],
  ],
  [
    'of members',
    (at) => [
      'memberof = seen',
      'groupby resource.type.name',
      'groupby resource.availability',
      `resource.name.contains = ${at}`,
    ],
  ],
  [
    'empty properties',
    (at) => ['empty resource.resourceConfiguration[proxy]', `resource.name.startsWith = part-${at}-`],
  ],
];

/** An inventory of about `resources` resources, a group `seen` of a tenth of them, and one definition per number. */
export async function fillGroups(db: Queryable, resources: number, definitions: number): Promise<number> {
  const platforms = Math.round(resources / PER_PLATFORM);
  await db.query(`
    INSERT INTO plugin (name, display_name, version, file_name, md5, content, descriptor, modified_at)
    VALUES ('Large', 'Large', '1', 'large.xml', '', '', '', now())`);
  await db.query(`
    INSERT INTO resource_type (plugin_id, name, category)
    SELECT p.id, t.name, t.category
      FROM plugin p, (VALUES ('Host', 'PLATFORM'), ('App', 'SERVER'), ('Part', 'SERVICE')) AS t (name, category)
     WHERE p.name = 'Large'`);
  await db.query(`
    INSERT INTO metric_definition (resource_type_id, name, position, display_name, data_type, is_on_by_default,
                                   default_interval_ms)
    SELECT t.id, n.name, 1, n.name, 'TRAIT', true, 60000
      FROM resource_type t JOIN plugin p ON p.id = t.plugin_id AND p.name = 'Large',
           unnest(ARRAY['os.version', 'distro.name']) AS n (name) WHERE t.name IN ('Host', 'App')`);
  const servers = platforms * SERVERS_PER_PLATFORM;
  await insertResources(db, 'Host', 1_000_000, `'host-' || n`, 'NULL::integer', platforms);
  await insertResources(
    db,
    'App',
    2_000_000,
    `'app-' || n || '-x'`,
    `1000001 + (n - 1) / ${SERVERS_PER_PLATFORM}`,
    servers,
  );
  await insertResources(
    db,
    'Part',
    3_000_000,
    `'part-' || n || '-1'`,
    `2000001 + (n - 1) / ${SERVICES_PER_SERVER}`,
    servers * SERVICES_PER_SERVER,
  );
  await db.query(`
    INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
    SELECT d.id, r.id, true, 60000, 0
      FROM resource r JOIN metric_definition d ON d.resource_type_id = r.resource_type_id WHERE r.id > 1000000`);
  await db.query(`
    INSERT INTO trait_value (schedule_id, time_ms, value)
    SELECT s.id, v, (s.resource_id % 20)::text FROM metric_schedule s, generate_series(1, 3) AS v`);
  await db.query(
    `WITH made AS (INSERT INTO resource_group (name, modified_ms) VALUES ('seen', 0) RETURNING id)
     INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit)
     SELECT made.id, r.id, true FROM made, resource r WHERE r.id > 2000000 AND r.id <= 2000000 + $1`,
    [servers],
  );
  for (let at = 1; at <= definitions; at += 1) {
    await db.query(
      `INSERT INTO group_definition (name, expression, recalc_interval_ms, is_recursive, modified_ms)
       VALUES ($1, $2, 60000, false, 0)`,
      [`large ${at}`, EXPRESSIONS[at % EXPRESSIONS.length]![1](at)],
    );
  }
  await db.query(`VACUUM ANALYZE`);
  return platforms * PER_PLATFORM;
}

async function insertResources(
  db: Queryable,
  type: string,
  firstId: number,
  name: string,
  parent: string,
  count: number,
): Promise<void> {
  await db.query(
    `INSERT INTO resource (id, resource_type_id, category, parent_id, resource_key, name, version, inventory_status,
                           availability, plugin_configuration, resource_configuration, created_ms, modified_ms)
     SELECT s.id, t.id, t.category, s.parent_id, s.name, s.name, nullif(s.id % 7, 0)::text, 'COMMITTED',
            (ARRAY['UP', 'DOWN', 'UNKNOWN'])[s.id % 3 + 1],
            jsonb_build_object('port', (8000 + s.id % 1000)::text, 'path', '/var/lib/' || s.name),
            jsonb_build_object('proxy', nullif(s.id % 5, 0)::text), 0, 0
       FROM (SELECT ${firstId} + n AS id, ${name} AS name, ${parent} AS parent_id FROM generate_series(1, $2) AS n) s,
            resource_type t JOIN plugin p ON p.id = t.plugin_id AND p.name = 'Large'
      WHERE t.name = $1`,
    [type, count],
  );
}
