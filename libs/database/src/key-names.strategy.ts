import { DefaultNamingStrategy, type Table } from 'typeorm';

/** Primary keys are named after their table; whatever else has a name gets it where the entity declares it. */
export class KeyNamesStrategy extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string): string {
    return `pk_${(typeof table === 'string' ? table : table.name).split('.').at(-1)}`;
  }
}
