import { DefaultNamingStrategy, type NamingStrategyInterface, type Table } from 'typeorm';

/** `osMajorVersion` -> `os_major_version`, `SecurityGuide` -> `security_guide`. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

function named(kind: 'pk' | 'fk' | 'uq' | 'ix', tableOrName: Table | string, columns: readonly string[]): string {
  const table = typeof tableOrName === 'string' ? tableOrName : tableOrName.name;
  return [kind, table.split('.').at(-1), ...columns].join('_');
}

/** Tables, columns and constraints as the migrations spell them: snake_case, constraints by kind, table and column. */
export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override tableName(className: string, customName: string | undefined): string {
    return customName ?? toSnakeCase(className.replace(/Entity$/, ''));
  }

  override columnName(propertyName: string, customName: string | undefined, embeddedPrefixes: string[]): string {
    return [...embeddedPrefixes.map(toSnakeCase), customName ?? toSnakeCase(propertyName)].join('_');
  }

  override relationName(propertyName: string): string {
    return toSnakeCase(propertyName);
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return toSnakeCase(`${relationName}_${referencedColumnName}`);
  }

  override joinTableName(firstTableName: string, secondTableName: string): string {
    return toSnakeCase(`${firstTableName}_${secondTableName}`);
  }

  override joinTableColumnName(tableName: string, propertyName: string, columnName?: string): string {
    return toSnakeCase(`${tableName}_${columnName ?? propertyName}`);
  }

  override primaryKeyName(tableOrName: Table | string, columnNames: string[]): string {
    return named('pk', tableOrName, columnNames);
  }

  override foreignKeyName(tableOrName: Table | string, columnNames: string[]): string {
    return named('fk', tableOrName, columnNames);
  }

  override uniqueConstraintName(tableOrName: Table | string, columnNames: string[]): string {
    return named('uq', tableOrName, columnNames);
  }

  override relationConstraintName(tableOrName: Table | string, columnNames: string[]): string {
    return named('uq', tableOrName, columnNames);
  }

  override indexName(tableOrName: Table | string, columnNames: string[]): string {
    return named('ix', tableOrName, columnNames);
  }
}
