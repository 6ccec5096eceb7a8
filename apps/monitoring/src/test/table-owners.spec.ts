import fs from 'node:fs';
import path from 'node:path';

const SRC = path.join(__dirname, '..');

/** Tables that another room than the one with the entity writes too: in one statement, or as a whole. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  agents: {
    resource: 'discovery creates and updates what an agent reports, row by row in one merge; so do configurations',
  },
  availability: {
    resource: 'the current availability is kept beside the resource, in the step that changes the timeline',
  },
  plugins: {
    resource: 'an upgrade of a plugin brings the resources of its types up to date',
    resource_group: 'groups made for a type go with it',
    resource_type: 'a descriptor declares types',
    resource_type_parent: 'a descriptor declares types',
    metric_definition: 'a descriptor declares what its types consist of',
    operation_definition: 'a descriptor declares what its types consist of',
    event_definition: 'a descriptor declares what its types consist of',
    drift_template: 'a descriptor declares what its types consist of',
  },
};

/** Names that statements put together, by file. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  'alerts/definitions/template.queries.ts': ['alert_condition', 'alert_notification'],
  'metrics/storage/metric-retention.queries.ts': ['metric_1h', 'metric_6h', 'metric_24h'],
  'metrics/storage/metric-roll-up.queries.ts': ['metric_1h', 'metric_6h', 'metric_24h'],
  'metrics/storage/metric-partition.queries.ts': ['metric_chunk'],
  'plugins/registration/facet.queries.ts': [
    'metric_definition',
    'operation_definition',
    'event_definition',
    'package_type',
    'drift_template',
  ],
  'users/favorites.queries.ts': ['marked_resource', 'marked_group'],
  'users/user.queries.ts': ['marked_resource', 'marked_group', 'favorite_resource', 'favorite_group'],
};

/** Partitions and aliases of streams that are no entity's table. */
const NO_TABLES = ['stream', 'metric_chunk_default'];

const WRITES = /(?<!FOR |NO KEY |DO )\b(?:INSERT INTO|UPDATE|DELETE FROM|COPY)\s+(?:ONLY )?([a-z_][a-z_0-9]*)?(\$\{)?/g;

function filesOf(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesOf(file) : [file];
  });
}

const files = filesOf(SRC).map((file) => path.relative(SRC, file));
const textOf = (file: string): string => fs.readFileSync(path.join(SRC, file), 'utf8');
const roomOf = (file: string): string => file.split(path.sep)[0]!;

function ownersByTable(): Map<string, string> {
  const entities = files.filter((file) => file.endsWith('.entity.ts'));
  return new Map(
    entities.flatMap((file) =>
      [...textOf(file).matchAll(/@Entity\(\s*'(\w+)'/g)].map(([, table]) => [table!, roomOf(file)] as const),
    ),
  );
}

/** The tables that the statements of a file write. */
function writtenBy(file: string): string[] {
  const names = new Set<string>();
  for (const [, name, composed] of textOf(file).matchAll(WRITES)) {
    if (composed || !name) for (const table of COMPOSED[file] ?? [`${name ?? ''}…`]) names.add(table);
    else if (!NO_TABLES.includes(name)) names.add(name);
  }
  return [...names].filter((name) => name !== '…');
}

describe('a table', () => {
  const owners = ownersByTable();
  const writes = files
    .filter((file) => /\.(queries|sql)\.ts$/.test(file))
    .flatMap((file) => writtenBy(file).map((table) => ({ file, room: roomOf(file), table })));

  it('is written by the room that holds its entity', () => {
    const foreign = writes.filter(({ room, table }) => owners.get(table) !== room);
    expect(foreign.filter(({ room, table }) => !EXCEPTIONS[room]?.[table])).toEqual([]);
  });

  it('is written by another room only where a reason says so', () => {
    const named = Object.entries(EXCEPTIONS).flatMap(([room, tables]) =>
      Object.keys(tables).map((t) => `${room} ${t}`),
    );
    const used = writes
      .filter(({ room, table }) => owners.get(table) !== room)
      .map(({ room, table }) => `${room} ${table}`);
    expect(named.filter((name) => !used.includes(name))).toEqual([]);
  });
});
