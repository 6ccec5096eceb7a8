import { type CheckedFilter, checkFilter, parseFilter, toSql } from '@wardstone/filter-query';
import { rounds, useDatabase, evaluateFilter, type FilterRow } from '@wardstone/testing';
import fc from 'fast-check';
import { POLICY_FIELDS } from '../domain/policy-fields';
import { MIGRATIONS } from '../../data-source';
import { givenGuide, givenPolicy, givenProfile } from '../../test/builders';
import { PoliciesQueries } from '../policies.queries';
import { policyFilterColumns } from '../policy-conditions';

const SEED = 20260115;
const FILTERS = rounds(10_000);
const BATCH = 50;

const TITLES = ['Alpha', 'alpha', 'a%b', 'a_b', 'a\\b', 'say "hi"', "O'Neil", '', ' ', 'x*y', 'été', '[DRAFT]', 'and'];
const aTitle = fc.oneof(
  fc.constantFrom(...TITLES),
  fc.string({ maxLength: 6, unit: 'grapheme-ascii' }).map((text) => text.replaceAll('\0', '')),
);
const aMajor = fc.integer({ min: 7, max: 10 });
const aMinor = fc.integer({ min: 0, max: 5 });

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const aTerm = fc.oneof(
  fc.tuple(fc.constantFrom('=', '!=', '<>', '~', '!~'), aTitle).map(([op, value]) => `title ${op} ${quoted(value)}`),
  fc.tuple(fc.constantFrom('=', '!=', '=='), aMajor).map(([op, value]) => `os_major_version ${op} ${value}`),
  fc
    .tuple(fc.constantFrom('^', '!^'), fc.array(aMajor, { minLength: 1, maxLength: 3 }))
    .map(([op, values]) => `os_major_version ${op} (${values.join(' ')})`),
  fc.tuple(fc.constantFrom('=', '!='), aMinor).map(([op, value]) => `os_minor_version ${op} ${value}`),
  fc
    .tuple(fc.constantFrom('=', '!='), fc.constantFrom('99999999999', '"-99999999999999999999"'))
    .chain(([op, value]) =>
      fc.constantFrom('os_major_version', 'os_minor_version').map((field) => `${field} ${op} ${value}`),
    ),
  fc
    .tuple(fc.constantFrom('has', 'null?'), fc.constantFrom('title', 'os_major_version'))
    .map((parts) => parts.join(' ')),
);
const { filter: aFilter } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'medium' },
    aTerm,
    tie('filter').map((inner) => `not (${inner})`),
    fc
      .tuple(tie('filter'), fc.constantFrom(' AND ', ' OR ', ' ', ', '), tie('filter'))
      .map(([left, joint, right]) => `(${left})${joint}${right}`),
  ),
}));

describe('filters of policies', () => {
  const db = useDatabase({ name: 'compliance', migrations: MIGRATIONS });
  const rows = new Map<string, FilterRow>();
  const ORG = 'acme';

  beforeAll(async () => {
    // Two versions of each guide register different minors: a policy is matched by those of its family.
    const profiles: { id: string; os_major_version: number; minors: number[] }[] = [];
    for (const os_major_version of [7, 8, 9]) {
      const ref_id = `benchmark_RHEL-${os_major_version}`;
      const guides = [
        await givenGuide(db, { ref_id, os_major_version }),
        await givenGuide(db, { ref_id, os_major_version }),
      ];
      for (const [index, minors] of [
        [
          [0, 1],
          [1, 4],
        ],
        [[], [2]],
        [[], []],
      ].entries()) {
        for (const [version, guide] of guides.entries()) {
          const family = { security_guide_id: guide.id, ref_id: `profile_${index}` };
          const { id } = await givenProfile(db, { ...family, minors: minors[version]! });
          profiles.push({ id, os_major_version, minors: [...new Set(minors.flat())] });
        }
      }
    }
    const titles = fc.sample(aTitle, { seed: SEED, numRuns: 200 });
    for (const [index, title] of [...new Set([...TITLES, ...titles])].slice(0, 60).entries()) {
      const profile = profiles[index % profiles.length]!;
      const { id } = await givenPolicy(db, { org_id: ORG, title, profile_id: profile.id });
      const { os_major_version, minors } = profile;
      rows.set(id, { title, os_major_version, os_minor_version: minors });
    }
  });

  it('select in SQL what they select in memory', async () => {
    const filters = fc
      .sample(aFilter, { seed: SEED, numRuns: FILTERS * 2 })
      .map((text) => ({ text, parsed: parseFilter(text) }))
      .filter(({ parsed }) => parsed !== null)
      .slice(0, FILTERS)
      .map(({ text, parsed }) => ({ text, filter: checkFilter(parsed!, POLICY_FIELDS) }));
    expect(filters).toHaveLength(FILTERS);

    let selected = 0;
    for (let start = 0; start < filters.length; start += BATCH) {
      const batch = filters.slice(start, start + BATCH);
      const responses = await select(batch.map(({ filter }) => filter));
      for (const [index, { text, filter }] of batch.entries()) {
        const expected = [...rows].filter(([, row]) => evaluateFilter(filter, row)).map(([id]) => id);
        expect({ text, ids: responses[index] }).toEqual({ text, ids: expected });
        selected += expected.length;
      }
    }
    // A property that holds for empty results only would prove nothing.
    expect(selected / (FILTERS * rows.size)).toBeGreaterThan(0.2);
    expect(selected / (FILTERS * rows.size)).toBeLessThan(0.8);
  });

  it('page and count alike', async () => {
    const queries = new PoliciesQueries(db.orgDatabase);
    for (const text of fc.sample(aFilter, { seed: SEED, numRuns: 50 })) {
      const parsed = parseFilter(text);
      const filter = parsed ? checkFilter(parsed, POLICY_FIELDS) : undefined;
      const expected = [...rows].filter(([, row]) => !filter || evaluateFilter(filter, row)).map(([id]) => id);
      const sort = [{ column: 'id', direction: 'asc' as const }];
      const { total, records } = await queries.findPage(ORG, { filter, sort, limit: 7, offset: 3n });

      expect({ text, total, ids: records.map(({ id }) => id) }).toEqual({
        text,
        total: expected.length,
        ids: expected.slice(3, 10),
      });
    }
  });

  /** Ids that each filter selects, in order, all filters in one statement. */
  async function select(filters: readonly CheckedFilter[]): Promise<string[][]> {
    const params: unknown[] = [];
    const columns = filters.map((filter, index) => {
      const condition = toSql(filter, policyFilterColumns(params), params);
      return `coalesce(array_agg(p.id ORDER BY p.id) FILTER (WHERE ${condition}), '{}') AS f${index}`;
    });
    const [response] = await db
      .asOrg(ORG)
      .query<Record<string, string[]>>(`SELECT ${columns.join(', ')} FROM policy p`, params);
    return filters.map((_filter, index) => response![`f${index}`]!);
  }
});
