import type { Queryable } from '@wardstone/database';
import { givenResource } from '../../test/given-inventory';

/** A host whose agent has reported these packages. */
export async function givenHostWithPackages(
  db: Queryable,
  name: string,
  packages: Readonly<Record<string, unknown>>,
): Promise<{ id: number; packages: number }> {
  const host = await givenResource(db, { name });
  const [type] = await db.query<{ id: number }>(
    `SELECT t.id FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
      WHERE p.name = 'Host Control' AND t.name = 'Host Configuration'`,
  );
  const resource = await givenResource(db, { type: type!, parent: host, name: 'packages', key: 'packages' });
  await db.query(`UPDATE resource SET resource_configuration = $2 WHERE id = $1`, [
    resource.id,
    JSON.stringify(packages),
  ]);
  return { id: host.id, packages: resource.id };
}
