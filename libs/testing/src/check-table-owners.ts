import fs from 'node:fs';
import path from 'node:path';
import { readSqlOwners } from './sql-owners';

interface Ownership {
  service: string;
  /** Folder with the rooms of the service. */
  src: string;
  /** Reasons for tables that another room than the one with the entity writes too, by room and table. */
  exceptions: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Tables whose names statements put together, by file. */
  composed: Readonly<Record<string, readonly string[]>>;
  /** Partitions, and aliases of streams, that are not tables of a room. */
  noTables?: readonly string[];
}

const WRITES = /(?<!FOR |NO KEY |DO )\b(?:INSERT INTO|UPDATE|DELETE FROM|COPY)\s+(?:ONLY )?([a-z_][a-z_0-9]*)?(\$\{)?/g;

function getFiles(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? getFiles(file) : [file];
  });
}

const getRoom = (file: string): string => file.split(path.sep)[0]!;

/** The tests that a table is written by the room of its entity, or that decision 18 names, but for exceptions with reasons. */
export function itWritesTablesOfItsOwn({ service, src, exceptions, composed, noTables = [] }: Ownership): void {
  const files = getFiles(src).map((file) => path.relative(src, file));
  const toText = (file: string): string => fs.readFileSync(path.join(src, file), 'utf8');

  /** The tables that the statements of a file write. */
  const writtenBy = (file: string): string[] => {
    const names = new Set<string>();
    for (const [, name, isComposed] of toText(file).matchAll(WRITES)) {
      if (isComposed || !name) for (const table of composed[file] ?? [`${name ?? ''}…`]) names.add(table);
      else if (!noTables.includes(name)) names.add(name);
    }
    return [...names].filter((name) => name !== '…');
  };

  describe('a table', () => {
    const owners = new Map([
      ...readSqlOwners(service),
      ...files
        .filter((file) => file.endsWith('.entity.ts'))
        .flatMap((file) =>
          [...toText(file).matchAll(/@Entity\(\s*'(\w+)'/g)].map(([, table]) => [table!, getRoom(file)] as const),
        ),
    ]);
    const foreign = files
      .filter((file) => /\.(queries|sql)\.ts$/.test(file))
      .flatMap((file) => writtenBy(file).map((table) => ({ file, room: getRoom(file), table })))
      .filter(({ room, table }) => owners.get(table) !== room);

    it('is written by the room that owns it', () => {
      expect(foreign.filter(({ room, table }) => !exceptions[room]?.[table])).toEqual([]);
    });

    it('is written by another room only for a stated reason', () => {
      const named = Object.entries(exceptions).flatMap(([room, tables]) =>
        Object.keys(tables).map((table) => `${room} ${table}`),
      );
      const used = foreign.map(({ room, table }) => `${room} ${table}`);
      expect(named.filter((name) => !used.includes(name))).toEqual([]);
    });
  });
}
