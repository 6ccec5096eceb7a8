import fs from 'node:fs';
import path from 'node:path';

const PAGE = path.join(__dirname, '../../../docs/decisions/0018-typeorm-entities-and-transactions.md');

/** The room of each table that has no entity, by the table of decision 18. */
export function ownersOfSql(service: string): Map<string, string> {
  const rows = fs
    .readFileSync(PAGE, 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows
      .filter((cells) => cells[1] === service)
      .flatMap(([, , room = '', tables = '']) =>
        [...tables.matchAll(/`(\w+)`/g)].map(([, table]) => [table!, room] as const),
      ),
  );
}
