import type { RoleName } from '@wardstone/auth';
import type { Queryable } from '@wardstone/database';
import type { AvailabilityType, Category, InventoryStatus } from '@wardstone/dto/monitoring';

/** Time of given events; the service's clock in tests is 2026-01-15T12:00:00Z. */
export const GIVEN_MS = 1_700_000_000_000;

interface GivenType {
  plugin: string;
  name: string;
  category: Category;
  create_policy: string;
  creation_data_type: string;
  missing_policy: string;
  is_singleton: boolean;
  supports_manual_add: boolean;
  is_deleted: boolean;
  description: string | null;
  plugin_configuration: object | null;
  resource_configuration: object | null;
}

let serial = 0;

/** A type of a plugin, which is made as needed. */
export async function givenType(db: Queryable, over: Partial<GivenType> = {}): Promise<{ id: number }> {
  const { plugin = 'Given', ...columns } = { name: `Type ${++serial}`, category: 'SERVICE', ...over };
  await db.query(
    `INSERT INTO plugin (name, display_name, version, file_name, md5, content, descriptor, modified_at)
     VALUES ($1, $1, '1', $1 || '.xml', '', '', '', now()) ON CONFLICT DO NOTHING`,
    [plugin],
  );
  const names = Object.keys(columns);
  const values = Object.values(columns).map((value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  );
  const places = names.map((_name, index) => `$${index + 2}`);
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO resource_type (plugin_id, ${names.join(', ')})
     VALUES ((SELECT p.id FROM plugin p WHERE p.name = $1), ${places.join(', ')}) RETURNING id`,
    [plugin, ...values],
  );
  return row!;
}

interface GivenResource {
  name: string;
  type: { id: number };
  parent: { id: number } | null;
  key: string;
  status: Exclude<InventoryStatus, 'DELETED'>;
  availability: AvailabilityType;
  ancestry: string | null;
  description: string | null;
  location: string | null;
  plugin_configuration: object;
}

/** A resource, by default of its own type, with the ancestry and records of its creation. */
export async function givenResource(db: Queryable, over: Partial<GivenResource> = {}): Promise<{ id: number }> {
  const { name = `resource ${++serial}`, parent = null, status = 'COMMITTED', key = `given:${name}` } = over;
  const type = over.type ?? (await givenType(db));
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, description, location,
                           inventory_status, availability, ancestry, plugin_configuration, agent_name, created_ms, modified_ms)
     SELECT t.id, t.category, $2, $3, $4, $5, $6, $7, $8,
            coalesce($9, (SELECT concat_ws('_::_', concat_ws('_:_', p.resource_type_id, p.id, p.name), p.ancestry)
                            FROM resource p WHERE p.id = $2)),
            $10, (SELECT p.agent_name FROM resource p WHERE p.id = $2), ${GIVEN_MS}, ${GIVEN_MS}
       FROM resource_type t WHERE t.id = $1
     RETURNING id`,
    [
      type.id,
      parent?.id ?? null,
      key,
      name,
      over.description ?? null,
      over.location ?? null,
      status,
      over.availability ?? 'UNKNOWN',
      over.ancestry ?? null,
      JSON.stringify(over.plugin_configuration ?? {}),
    ],
  );
  await db.query(`INSERT INTO availability_record (resource_id, type, since_ms) VALUES ($1, 'UNKNOWN', 0)`, [row!.id]);
  return row!;
}

interface GivenGroup {
  name: string;
  members: readonly { id: number }[];
  isRecursive: boolean;
  /** Roles whose holders see the members. */
  roles: readonly RoleName[];
}

export async function givenGroup(db: Queryable, over: Partial<GivenGroup> = {}): Promise<{ id: number }> {
  const { name = `group ${++serial}`, members = [], isRecursive = false, roles = [] } = over;
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO resource_group (name, is_recursive, modified_ms) VALUES ($1, $2, 0) RETURNING id`,
    [name, isRecursive],
  );
  await db.query(
    `INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit)
     SELECT $1, member, true FROM unnest($2::integer[]) AS member`,
    [row!.id, members.map(({ id }) => id)],
  );
  await db.query(
    `INSERT INTO role_resource_group (role_name, resource_group_id) SELECT role, $1 FROM unnest($2::text[]) AS role`,
    [row!.id, roles],
  );
  return row!;
}
