import { type Paged, parameters, Queries } from '@wardstone/database';
import type { CreatePolicy, CreationDataType } from '@wardstone/dto/monitoring';
import type { PageWindow } from '@wardstone/pagination';
import { substringPattern } from '@wardstone/patterns';

export interface TypeRow {
  id: number;
  name: string;
  plugin_name: string;
  create_policy: CreatePolicy;
  creation_data_type: CreationDataType;
}

/** Substrings of names; undefined for any. */
export interface TypeFilter {
  name: string | undefined;
  plugin: string | undefined;
}

const COLUMNS = `t.id, t.name, p.name AS plugin_name, t.create_policy, t.creation_data_type`;

export class ResourceTypeQueries extends Queries {
  find(id: number): Promise<TypeRow | undefined> {
    return this.db.first<TypeRow>(
      `SELECT ${COLUMNS} FROM resource_type t JOIN plugin p ON p.id = t.plugin_id WHERE t.id = $1 AND NOT t.is_deleted`,
      [id],
    );
  }

  /** A page of the types by id without deleted ones, and the total. */
  list({ name, plugin }: TypeFilter, window: PageWindow): Promise<Paged<TypeRow>> {
    const bound = parameters(name && substringPattern(name), plugin && substringPattern(plugin));
    const from = `
      FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
     WHERE NOT t.is_deleted
       AND ($1::text IS NULL OR lower(t.name) LIKE lower($1))
       AND ($2::text IS NULL OR lower(p.name) LIKE lower($2))`;
    return this.page(from, (cut) => `SELECT ${COLUMNS} ${from} ORDER BY t.id ${cut}`, bound, window);
  }
}
