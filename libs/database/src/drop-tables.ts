/** SQL of a baseline's `down`: drops every table that its statements create. */
export function dropTables(statements: readonly string[]): string {
  const tables = statements.flatMap((sql) => [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)]);
  return `DROP TABLE ${tables.map(([, name]) => name).join(', ')}`;
}
