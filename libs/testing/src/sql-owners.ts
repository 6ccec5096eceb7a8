import fs from 'node:fs';
import path from 'node:path';

const PAGE = path.join(__dirname, '../../../docs/decisions/0018-typeorm-entities-and-transactions.md');

/** Reads the room of each table without an entity from the lists of decision 18. */
export function readSqlOwners(service: string): Map<string, string> {
  const [, after = ''] = fs.readFileSync(PAGE, 'utf8').split(`\nIn ${service}:\n\n`);
  const [list = ''] = after.split('\n\n');
  return new Map(
    [...list.matchAll(/^- ([\w-]+): ((?:`\w+`\s+)*`\w+`):/gm)].flatMap(([, room, tables]) =>
      [...tables!.matchAll(/`(\w+)`/g)].map(([, table]) => [table!, room!] as const),
    ),
  );
}
