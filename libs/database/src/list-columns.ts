import { getMetadataArgsStorage } from 'typeorm';

/** Names of an entity's columns, separated by commas. */
export function listColumns<E extends object>(entity: new () => E, except: readonly (keyof E)[] = []): string {
  return getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName }) => propertyName)
    .filter((name) => !except.includes(name as keyof E))
    .join(', ');
}

/** The columns of an alias. */
export function prefixColumns(alias: string, columns: string): string {
  return columns
    .split(',')
    .map((column) => `${alias}.${column.trim()}`)
    .join(', ');
}
