import type { Queryable } from '@wardstone/database';

export interface StoredTemplate {
  id: number;
  resource_group_id: number | null;
  resource_type_id: number | null;
  recovery_id: number;
  name: string;
  priority: string;
  /** Names of senders and categories of conditions, sorted. */
  parts: string;
}

export interface StoredChild {
  id: number;
  parent_id: number;
  resource_id: number;
  recovery_id: number;
  name: string;
  priority: string;
  parts: string;
}

export interface Inventory {
  templates: StoredTemplate[];
  children: StoredChild[];
  /** Ids of definitions that are not deleted. */
  live: Set<number>;
  resources: { id: number; type_id: number }[];
  members: { group_id: number; resource_id: number }[];
  groups: { id: number; declared_type_id: number | null }[];
}

const PARTS = `
  coalesce((SELECT string_agg(x.part, ',' ORDER BY x.part)
     FROM (SELECT c.category AS part FROM alert_condition c WHERE c.alert_definition_id = d.id
           UNION ALL
           SELECT n.sender_name FROM alert_notification n WHERE n.alert_definition_id = d.id) x), '') AS parts`;

/** Everything that decides about children, and the children themselves. */
export async function readInventory(db: Queryable): Promise<Inventory> {
  const live = await db.query<{ id: number }>(`SELECT d.id FROM alert_definition d WHERE NOT d.is_deleted`);
  return {
    live: new Set(live.map(({ id }) => id)),
    templates: await db.query<StoredTemplate>(
      `SELECT d.id, d.resource_group_id, d.resource_type_id, d.recovery_id, d.name, d.priority, ${PARTS}
         FROM alert_definition d WHERE NOT d.is_deleted AND d.resource_id IS NULL`,
    ),
    children: await db.query<StoredChild>(
      `SELECT d.id, d.parent_id, d.resource_id, d.recovery_id, d.name, d.priority, ${PARTS}
         FROM alert_definition d JOIN resource r ON r.id = d.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE NOT d.is_deleted AND d.parent_id IS NOT NULL`,
    ),
    resources: await db.query(
      `SELECT r.id, r.resource_type_id AS type_id FROM resource r WHERE r.inventory_status = 'COMMITTED'`,
    ),
    members: await db.query(
      `SELECT m.resource_group_id AS group_id, m.resource_id FROM resource_group_member m WHERE m.is_explicit`,
    ),
    groups: await db.query(`SELECT g.id, g.resource_type_id AS declared_type_id FROM resource_group g`),
  };
}

/** Faults of the children, computed from scratch; empty if there are none. */
export function findFaults({ templates, children, live, resources, members, groups }: Inventory): string[] {
  const faults: string[] = [];
  const typeOf = new Map(resources.map(({ id, type_id }) => [id, type_id]));
  const getMembers = (groupId: number): number[] =>
    members
      .filter(({ group_id, resource_id }) => group_id === groupId && typeOf.has(resource_id))
      .map((m) => m.resource_id);
  const getResources = (template: StoredTemplate): number[] =>
    template.resource_group_id === null
      ? resources.filter(({ type_id }) => type_id === template.resource_type_id).map(({ id }) => id)
      : getMembers(template.resource_group_id);
  const childOn = (templateId: number, resourceId: number): StoredChild | undefined =>
    children.find((child) => child.parent_id === templateId && child.resource_id === resourceId);

  for (const { id, declared_type_id } of groups) {
    const types = new Set(getMembers(id).map((resourceId) => typeOf.get(resourceId)));
    const own = templates.filter(({ resource_group_id }) => resource_group_id === id);
    if (declared_type_id === null && types.size > 1 && own.length > 0) faults.push(`mixed group ${id} has definitions`);
  }
  for (const template of templates) {
    const wanted = getResources(template);
    for (const resourceId of wanted) {
      const child = childOn(template.id, resourceId);
      if (!child) {
        faults.push(`definition ${template.id} has no child on resource ${resourceId}`);
        continue;
      }
      if (child.name !== template.name || child.priority !== template.priority || child.parts !== template.parts) {
        faults.push(`child ${child.id} differs from definition ${template.id}`);
      }
      const sibling = template.recovery_id === 0 ? undefined : childOn(template.recovery_id, resourceId);
      // Without a sibling, the recovered definition may still be named, but must not exist.
      const isRight = sibling ? child.recovery_id === sibling.id : !live.has(child.recovery_id);
      if (!isRight || (template.recovery_id === 0 && child.recovery_id !== 0)) {
        faults.push(`child ${child.id} recovers ${child.recovery_id} instead of ${sibling?.id ?? 'nothing'}`);
      }
    }
    const surplus = children.filter((c) => c.parent_id === template.id && !wanted.includes(c.resource_id));
    faults.push(...surplus.map((c) => `definition ${template.id} has a child on resource ${c.resource_id}`));
  }
  const ids = new Set(templates.map(({ id }) => id));
  faults.push(...children.filter((c) => !ids.has(c.parent_id)).map((c) => `child ${c.id} has lost its definition`));
  if (new Set(children.map((c) => `${c.parent_id}:${c.resource_id}`)).size < children.length) faults.push('twins');
  return faults;
}
