import { Client } from 'pg';

/** How much data there is. */
export interface Scale {
  policies: number;
  systems: number;
  organisations: number;
}

export const FULL: Scale = { policies: 1_000_000, systems: 50_000, organisations: 200 };
export const SMALL: Scale = { policies: 10_000, systems: 1_250, organisations: 200 };

/** Half of everything belongs to this organisation, the rest evenly to the others: `org-002`, `org-003`, ... */
export const LARGEST_ORG = 'org-001';

const MAJORS = [7, 8, 9, 10];
const VERSIONS = 3;
const PROFILES = 12;
const MINORS = 10;

/** A policy has 0 to 4 systems, two on average; one in ten thousand has up to five hundred. */
const SYSTEMS_OF = 'least(CASE WHEN i % 10000 = 1 THEN 500 ELSE i % 5 END, systems)';

/**
 * Fills a migrated, empty database: two assignments a policy, 144 profiles that policies share evenly. The same data for
 * the same scale on every run.
 *
 * @param url of the database as superuser: rows are written past triggers and row-level security, counters beside them
 */
export async function fillCompliance(url: string, { policies, systems, organisations }: Scale): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica`);
    await client.query(`SET maintenance_work_mem = '256MB'`);
    await fillGuides(client);
    await client.query(
      `INSERT INTO account (org_id) SELECT 'org-' || lpad(n::text, 3, '0') FROM generate_series(1, $1::int) n`,
      [organisations],
    );
    const indexes = await dropIndexes(client, ['policy', 'system', 'policy_system']);
    await fillPolicies(client, { policies, systems, organisations });
    for (const definition of indexes) await client.query(definition);
    await countPolicies(client);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

async function fillGuides(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO security_guide (id, ref_id, version, version_sort_key, title, description, os_major_version,
                                 content_sha256)
     SELECT md5('guide' || major || '.' || version)::uuid, 'xccdf_benchmark_RHEL-' || major, '0.1.' || version,
            lpad(version::text, 8, '0'), 'Guide to RHEL ' || major, 'How to secure it', major,
            repeat(md5(major::text || version), 2)
       FROM unnest($1::int[]) major, generate_series(1, $2::int) version`,
    [MAJORS, VERSIONS],
  );
  await client.query(
    `INSERT INTO profile (id, security_guide_id, ref_id, title, description)
     SELECT md5('profile' || g.id || n)::uuid, g.id, 'xccdf_profile_' || n, 'Profile number ' || n, 'What it checks'
       FROM security_guide g, generate_series(1, $1::int) n`,
    [PROFILES],
  );
  // A minor is registered in one version of a guide; the higher half of them for every second profile only.
  await client.query(
    `INSERT INTO profile_os_minor_version (profile_id, os_minor_version)
     SELECT pr.id, minor
       FROM profile pr
       JOIN security_guide g ON g.id = pr.security_guide_id
       CROSS JOIN generate_series(0, $1::int - 1) minor
      WHERE minor % $2::int + 1 = right(g.version, 1)::int
        AND (minor < $1::int / 2 OR right(pr.ref_id, 1)::int % 2 = 0)`,
    [MINORS, VERSIONS],
  );
}

async function fillPolicies(client: Client, { policies, systems, organisations }: Scale): Promise<void> {
  // `i`: number in the whole, `org`: number of the organisation, `n`: number within it, from 0.
  const numbered = (count: number): string => `
    SELECT i, CASE WHEN i <= ${count / 2} THEN 1 ELSE 2 + i % ${organisations - 1} END AS org,
           CASE WHEN i <= ${count / 2} THEN i - 1 ELSE (i - ${count / 2} - 1) / ${organisations - 1} END AS n
      FROM generate_series(1, ${count}) i`;
  const systemsOfOrg = `CASE org WHEN 1 THEN ${systems / 2} ELSE ${Math.floor(systems / 2 / (organisations - 1))} END`;
  const systemId = (org: string, n: string): string => `md5('system' || ${org} || '.' || ${n})::uuid`;
  await client.query(
    `INSERT INTO system (id, org_id, display_name, os_name, os_major_version, os_minor_version, updated)
     SELECT ${systemId('org', 'n')}, 'org-' || lpad(org::text, 3, '0'), 'host-' || i || '.example.org', 'RHEL',
            7 + i % 4, i % ${MINORS}, now()
       FROM (${numbered(systems)}) s`,
  );
  await client.query(
    `INSERT INTO policy (id, org_id, profile_id, security_guide_id, os_major_version, title, description,
                         business_objective, compliance_threshold, total_system_count)
     SELECT md5('policy' || i)::uuid, 'org-' || lpad(org::text, 3, '0'), pr.id, pr.security_guide_id,
            pr.os_major_version, initcap(left(md5('title' || i), 4)) || ' baseline ' || i, 'What it is about, ' || i,
            CASE WHEN i % 3 = 0 THEN 'Audit ' || i % 50 END, CASE WHEN i % 2 = 0 THEN 100 ELSE 50 + i % 50 END,
            ${SYSTEMS_OF}
       FROM (SELECT *, ${systemsOfOrg} AS systems FROM (${numbered(policies)}) numbered) p
       JOIN (SELECT pr.id, pr.security_guide_id, g.os_major_version, row_number() OVER (ORDER BY pr.id) - 1 AS n
               FROM profile pr JOIN security_guide g ON g.id = pr.security_guide_id) pr
         ON pr.n = abs(hashint8(i)::bigint) % ${MAJORS.length * VERSIONS * PROFILES}`,
  );
  await client.query(
    `INSERT INTO policy_system (policy_id, system_id, org_id)
     SELECT md5('policy' || i)::uuid, ${systemId('org', '((p.n + k) % systems)')}, 'org-' || lpad(org::text, 3, '0')
       FROM (SELECT *, ${systemsOfOrg} AS systems FROM (${numbered(policies)}) numbered) p
      CROSS JOIN LATERAL generate_series(1, ${SYSTEMS_OF}) k`,
  );
}

/** What the triggers would have counted. */
async function countPolicies(client: Client): Promise<void> {
  await client.query(
    `UPDATE account a SET policy_count = c.n
       FROM (SELECT org_id, count(*) AS n FROM policy GROUP BY org_id) c WHERE c.org_id = a.org_id`,
  );
  await client.query(
    `INSERT INTO policy_tally (org_id, profile_id, policy_count)
     SELECT org_id, profile_id, count(*) FROM policy GROUP BY org_id, profile_id`,
  );
}

/** Drops the indexes that no constraint needs, and answers how to make them again: much faster than keeping them. */
async function dropIndexes(client: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexname AS name, i.indexdef AS definition
       FROM pg_indexes i
      WHERE i.schemaname = 'public' AND i.tablename = ANY($1)
        AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
