import { checkFilter, parseFilter } from '@wardstone/filter-query';
import { parseSort } from '@wardstone/pagination';
import { useDatabase, evaluateFilter, type FilterRow } from '@wardstone/testing';
import { MIGRATIONS } from '../../data-source';
import { givenGuide, givenPolicy, givenProfile } from '../../test/builders';
import { PoliciesQueries } from '../policies.queries';
import { POLICY_FIELDS, POLICY_SORT } from '../domain/policy-fields';

/** More than are read through their profiles and sorted, and enough for pages from either end. */
const COUNT = 6_000;
const ORG = 'acme';

interface Row {
  id: string;
  title: string;
  os_major_version: number;
  business_objective: string | null;
  compliance_threshold: number;
  minors: number[];
}

const FILTERS = [
  undefined,
  'title != "Title 7"',
  'os_major_version = 9',
  'os_major_version != 7',
  'os_minor_version = 4',
  'not (os_major_version = 8 and title != "Title 8")',
  'os_major_version = 9 or title = "Title 7" or title = "Title 9" or title = "nothing"',
  'os_major_version = 6 or title = "Title 7" or title = "Title 4321"',
  'os_major_version = 10',
];
const SORTS = ['', 'title', 'title:desc', 'os_major_version', 'os_major_version:desc', 'business_objective:desc'];
const MORE_SORTS = ['compliance_threshold,title:desc', 'os_major_version:desc,business_objective'];
const OFFSETS = [0, 995, 1_000, 2_500, 3_990, COUNT - 5, COUNT + 1_000];

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compare(a: Row, b: Row, column: string): number {
  const [left, right] = [a[column as keyof Row], b[column as keyof Row]];
  // NULL comes last ascending.
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return typeof left === 'number' ? left - (right as number) : compareTexts(left as string, right as string);
}

describe('pages of many policies', () => {
  const db = useDatabase({ name: 'compliance', migrations: MIGRATIONS });
  let rows: Row[];

  beforeAll(async () => {
    const profiles = new Map<number, number[]>();
    const ids: string[] = [];
    for (const [os_major_version, minors] of [
      [7, []],
      [8, [4]],
      [9, [4, 5]],
      [10, [5]],
    ] as const) {
      const guide = await givenGuide(db, { ref_id: `benchmark_RHEL-${os_major_version}`, os_major_version });
      ids.push((await givenProfile(db, { security_guide_id: guide.id, minors })).id);
      profiles.set(os_major_version, [...minors]);
    }
    await givenPolicy(db, { org_id: ORG, profile_id: ids[0]!, title: 'The first' });
    // The last profile is rare: so few match that they are read through it.
    await db.asOrg(ORG).query(
      `INSERT INTO policy (org_id, profile_id, security_guide_id, os_major_version, title, description,
                           business_objective, compliance_threshold)
       SELECT $1, pr.id, pr.security_guide_id, g.os_major_version, 'Title ' || i, '',
              CASE WHEN i % 3 = 0 THEN 'Audit ' || i % 50 END, i % 100
         FROM generate_series(2, $3::int) i
         JOIN profile pr ON pr.id = ($2::uuid[])[CASE WHEN i % 100 = 0 THEN 4 ELSE 1 + i % 3 END]
         JOIN security_guide g ON g.id = pr.security_guide_id`,
      [ORG, ids, COUNT],
    );
    await db.query('ANALYZE policy');
    const stored = await db
      .asOrg(ORG)
      .query<Omit<Row, 'minors'>>(
        'SELECT p.id, p.title, p.os_major_version, p.business_objective, p.compliance_threshold FROM policy p',
      );
    rows = stored.map((row) => ({ ...row, minors: profiles.get(row.os_major_version)! }));
  });

  it.each(FILTERS)('are those of the filter %j, in every order, from either end', async (text) => {
    const queries = new PoliciesQueries(db.orgDatabase);
    const filter = text === undefined ? undefined : checkFilter(parseFilter(text)!, POLICY_FIELDS);
    const matches = rows.filter(
      ({ title, os_major_version, minors }) =>
        !filter || evaluateFilter(filter, { title, os_major_version, os_minor_version: minors } satisfies FilterRow),
    );
    for (const given of [...SORTS, ...MORE_SORTS]) {
      const sort = parseSort(given === '' ? [] : given.split(','), POLICY_SORT);
      const ordered = matches.toSorted((a, b) => {
        for (const { column, direction } of sort) {
          const order = compare(a, b, column);
          if (order !== 0) return direction === 'asc' ? order : -order;
        }
        return 0;
      });
      for (const offset of OFFSETS) {
        const { total, records } = await queries.findPage(ORG, { filter, sort, limit: 10, offset: BigInt(offset) });
        expect({ given, offset, total, ids: records.map(({ id }) => id) }).toEqual({
          given,
          offset,
          total: matches.length,
          ids: ordered.slice(offset, offset + 10).map(({ id }) => id),
        });
      }
    }
  });
});
