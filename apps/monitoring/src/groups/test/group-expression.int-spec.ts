import { type GroupExpression, groupExpressionToSql, parseGroupExpression } from '@wardstone/group-expression';
import {
  type TestDatabase,
  useDatabase,
  evaluateGroupExpression,
  type ExpressionResource,
  type GroupResult,
} from '@wardstone/testing';
import fc from 'fast-check';
import { MIGRATIONS } from '../../data-source';

const SEED = 20_261_121;
const NAMES = ['web', 'Web', 'web-1', 'db', 'a%b', 'a_b', 'empty'];
const VALUES = ['1', '15', 'x=y', 'X=Y', ''];
const KEYS = ['port', 'Port', 'a=b.c', 'secret'];
const TRAITS = ['os.version', 'os.Version', 'distro'];
const GROUPS = ['all', 'ALL-hosts', 'db'];
const TYPES = [
  { plugin: 'Platforms', name: 'Linux', category: 'PLATFORM' },
  { plugin: 'Platforms', name: 'CPU', category: 'SERVICE' },
  { plugin: 'Other', name: 'CPU', category: 'SERVER' },
] as const;
const AVAILABILITIES = ['UP', 'DOWN', 'DISABLED', 'UNKNOWN'];

const subsetOf = <T>(values: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...values]);
const properties = fc.dictionary(fc.constantFrom(...KEYS), fc.option(fc.constantFrom(...VALUES)));
const drawn = fc.record({
  up: fc.nat({ max: 3 }),
  isCommitted: fc.nat({ max: 4 }).map((value) => value > 0),
  name: fc.constantFrom(...NAMES),
  version: fc.option(fc.constantFrom(...VALUES)),
  type: fc.constantFrom(...TYPES),
  availability: fc.constantFrom(...AVAILABILITIES),
  traits: fc.dictionary(fc.constantFrom(...TRAITS), fc.constantFrom(...VALUES)),
  plugin: properties,
  config: properties,
  groups: subsetOf(GROUPS),
});

/** Resources hang one below another, a few steps back in the list. */
function getInventory(all: readonly (typeof drawn extends fc.Arbitrary<infer T> ? T : never)[]): ExpressionResource[] {
  return all.map(({ up, type, traits, plugin, config, groups, ...rest }, index) => ({
    ...rest,
    id: 10_001 + index,
    parentId: up === 0 || index < up ? null : 10_001 + index - up,
    typePlugin: type.plugin,
    typeName: type.name,
    typeCategory: type.category,
    traits: new Map(Object.entries(traits)),
    pluginConfiguration: withoutSecret(plugin),
    resourceConfiguration: new Map(Object.entries(config)),
    groups: new Set(groups),
  }));
}

/** Only `secret` is declared as a password among the connection properties. */
function withoutSecret(values: Record<string, string | null>): Map<string, string | null> {
  return new Map(Object.entries(values).filter(([key]) => key !== 'secret'));
}

const relative = fc.constantFrom(
  '',
  '',
  'parent.',
  'grandParent.',
  '',
  '',
  'greatGrandParent.',
  'greatGreatGrandParent.',
  'child.',
);
const key = fc.constantFrom(...KEYS);
const attribute = fc.oneof(
  fc.constantFrom('id', 'name', 'version', 'type.plugin', 'type.name', 'type.category', 'availability'),
  fc.constantFrom('os', 'version', 'distro').map((trait) => `trait[${trait}]`),
  key.map((name) => `pluginConfiguration[${name}]`),
  key.map((name) => `resourceConfiguration[${name}]`),
);
const path = fc.tuple(relative, attribute).map(([subject, name]) => `resource.${subject}${name}`);
const text = fc.constantFrom(...NAMES, ...VALUES.filter(Boolean), 'Platforms', 'CPU', 'e', 'b');
const line = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(path, text).map(([left, value]) => `${left} = ${value}`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(path, fc.constantFrom('contains', 'startsWith', 'endsWith'), text)
      .map(([left, name, value]) => `${left}.${name} = ${value}`),
  },
  fc
    .tuple(relative, fc.constantFrom(...AVAILABILITIES))
    .map(([subject, value]) => `resource.${subject}availability = ${value}`),
  fc.tuple(relative, fc.integer({ min: 10_000, max: 10_012 })).map(([subject, id]) => `resource.${subject}id = ${id}`),
  fc.constantFrom(
    'resource.type.category = server',
    'resource.parent.type.category = PLATFORM',
    'resource.id = 99999999999',
  ),
  { weight: 6, arbitrary: path.map((left) => `groupby ${left}`) },
  fc.tuple(fc.constantFrom('empty', 'not empty'), path).map((words) => words.join(' ')),
  fc.constantFrom(...GROUPS, 'nobody').map((group) => `memberof = ${group}`),
);
/** Lines that are not valid statements, or contradict earlier ones, are left out. */
const anExpression = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => {
  let expression: GroupExpression = [];
  const kept: string[] = [];
  for (const candidate of lines) {
    try {
      expression = parseGroupExpression([...kept, candidate]);
      kept.push(candidate);
    } catch {
      continue;
    }
  }
  return { source: kept.join('\n'), expression };
});

/** Replaces the inventory. */
async function store(
  db: TestDatabase,
  inventory: readonly ExpressionResource[],
  secrets: ReadonlySet<number>,
): Promise<void> {
  // Truncating takes all tables that hang on these along, which is slow.
  await db.query(`DELETE FROM resource_group`);
  await db.query(`DELETE FROM resource`);
  const rows = inventory.map((resource) => ({
    ...resource,
    traits: Object.fromEntries(resource.traits),
    plugin: { ...Object.fromEntries(resource.pluginConfiguration), ...(secrets.has(resource.id) && { secret: '1' }) },
    config: Object.fromEntries(resource.resourceConfiguration),
    groups: [...resource.groups],
  }));
  const json = JSON.stringify(rows);
  await db.query(
    `INSERT INTO resource (id, resource_type_id, category, parent_id, resource_key, name, version, inventory_status,
                           availability, plugin_configuration, resource_configuration, created_ms, modified_ms)
     SELECT (r ->> 'id')::integer, t.id, t.category, (r ->> 'parentId')::integer, r ->> 'id', r ->> 'name',
            r ->> 'version', CASE WHEN (r ->> 'isCommitted')::boolean THEN 'COMMITTED' ELSE 'NEW' END,
            r ->> 'availability', (r -> 'plugin') || '{"list": ["1"], "map": {"a": "1"}}', r -> 'config', 0, 0
       FROM jsonb_array_elements($1::jsonb) r
       JOIN plugin p ON p.name = r ->> 'typePlugin'
       JOIN resource_type t ON t.plugin_id = p.id AND t.name = r ->> 'typeName'`,
    [json],
  );
  await db.query(
    `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
     SELECT d.id, r.id, false, 60000, 0 FROM resource r JOIN metric_definition d ON d.resource_type_id = r.resource_type_id`,
  );
  // An older value of each trait, which counts no more.
  await db.query(
    `INSERT INTO trait_value (schedule_id, time_ms, value)
     SELECT s.id, v.time_ms, v.value
       FROM jsonb_array_elements($1::jsonb) r
      CROSS JOIN LATERAL jsonb_each_text(r -> 'traits') t
       JOIN metric_schedule s ON s.resource_id = (r ->> 'id')::integer
       JOIN metric_definition d ON d.id = s.metric_definition_id AND d.name = t.key
      CROSS JOIN LATERAL (VALUES (1, '15'), (2, t.value)) AS v (time_ms, value)`,
    [json],
  );
  await db.query(
    `WITH made AS (INSERT INTO resource_group (name, modified_ms) SELECT unnest($2::text[]), 0 RETURNING id, name)
     INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit)
     SELECT made.id, (r ->> 'id')::integer, (r ->> 'id')::integer % 2 = 0
       FROM jsonb_array_elements($1::jsonb) r JOIN made ON r -> 'groups' ? made.name`,
    [json, GROUPS],
  );
}

async function toResults(db: TestDatabase, expression: GroupExpression): Promise<GroupResult[]> {
  const params: unknown[] = [];
  const found = groupExpressionToSql(expression, (value) => `$${params.push(value)}`);
  const rows = await db.query<{ pivot: string; ids: number[] }>(
    `SELECT f.pivot, array_agg(f.resource_id ORDER BY f.resource_id) AS ids FROM (${found}) f
      GROUP BY f.pivot ORDER BY min(f.resource_id), f.pivot COLLATE "C"`,
    params,
  );
  return rows.map(({ pivot, ids }) => ({ pivot, resourceIds: ids }));
}

describe('a group expression in SQL', () => {
  const db = useDatabase({ name: 'group_expression', migrations: MIGRATIONS });

  beforeAll(async () => {
    for (const { plugin, name, category } of TYPES) {
      await db.query(
        `INSERT INTO plugin (name, display_name, version, file_name, md5, content, descriptor, modified_at)
         VALUES ($1, $1, '1', $1 || '.xml', '', '', '', now()) ON CONFLICT DO NOTHING`,
        [plugin],
      );
      const definition = {
        properties: [
          { name: 'port', type: 'STRING' },
          { name: 'secret', type: 'PASSWORD' },
        ],
      };
      const [type] = await db.query<{ id: number }>(
        `INSERT INTO resource_type (plugin_id, name, category, plugin_configuration)
         SELECT p.id, $2, $3, $4 FROM plugin p WHERE p.name = $1 RETURNING id`,
        [plugin, name, category, JSON.stringify(definition)],
      );
      await db.query(
        `INSERT INTO metric_definition (resource_type_id, name, position, display_name, data_type, is_on_by_default,
                                        default_interval_ms)
         SELECT $1, trait, 1, trait, 'TRAIT', true, 60000 FROM unnest($2::text[]) AS trait`,
        [type!.id, TRAITS],
      );
    }
  });

  it('finds the groups that the evaluator finds', async () => {
    const seen = { groups: 0, pivots: 0, members: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { minLength: 6, maxLength: 12 }).map(getInventory),
        fc.array(anExpression, { minLength: 30, maxLength: 30 }),
        async (inventory, expressions) => {
          await store(db, inventory, new Set(inventory.slice(0, 3).map(({ id }) => id)));
          for (const { source, expression } of expressions) {
            const expected = evaluateGroupExpression(expression, inventory).filter(
              ({ resourceIds }) => resourceIds.length > 0,
            );
            const found = await toResults(db, expression);
            expect({ source, found: sorted(found) }).toEqual({ source, found: sorted(expected) });
            seen.groups += found.length;
            seen.pivots += found.filter(({ pivot }) => pivot !== '').length;
            seen.members += found.reduce((sum, { resourceIds }) => sum + resourceIds.length, 0);
          }
        },
      ),
      { seed: SEED, numRuns: 30 },
    );
    expect(seen.groups).toBeGreaterThan(500);
    expect(seen.pivots).toBeGreaterThan(300);
    expect(seen.members).toBeGreaterThan(800);
  });

  it('passes any text as a parameter', async () => {
    const text = `'; DROP TABLE resource; -- $1 %_\\ "`;
    for (const source of [
      `resource.name = ${text}`,
      `resource.trait[${text}].contains = ${text}`,
      `groupby resource.pluginConfiguration[${text}]`,
      `memberof = ${text}`,
    ]) {
      expect(await toResults(db, parseGroupExpression(source))).toEqual([]);
    }
  });
});

function sorted(results: readonly GroupResult[]): GroupResult[] {
  return [...results].sort((a, b) => (a.pivot < b.pivot ? -1 : 1));
}
