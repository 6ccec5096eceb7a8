import type { Client } from 'pg';
import { MIGRATIONS } from '../apps/compliance/src/data-source';
import type { PostgresServer } from '@wardstone/host';
import { createDatabase, type DatabaseAddress, withClient } from './bench-server';

/** A filled database at one scale. */
export interface BenchDatabase extends DatabaseAddress {
  scale: Scale;
}

export async function makeBenchDatabase(server: PostgresServer, scale: Scale): Promise<BenchDatabase> {
  const address = await createDatabase(server, `policies_${scale.policies}`, MIGRATIONS);
  await fillCompliance(address.adminUrl, scale);
  return { scale, ...address };
}

/** Size of the data. */
export interface Scale {
  policies: number;
  systems: number;
  organisations: number;
}

const ORGANISATIONS = 200;
/** So that every organisation has some. */
const MIN_SYSTEMS = 1_250;

/** A million policies come with 50,000 systems, two million assignments and five million results of rules. */
export const scaleTo = (policies: number): Scale => ({
  policies,
  systems: Math.max(MIN_SYSTEMS, policies / 20),
  organisations: ORGANISATIONS,
});

/** Half of everything belongs to this organisation, the rest evenly to the others: `org-002`, `org-003`, ... */
export const LARGEST_ORG = 'org-001';

const MAJORS = [7, 8, 9, 10];
const VERSIONS = 3;
const PROFILES = 12;
const RULES = 200;
/** Number of rule results per scan. */
const RESULTS = 40;
const MINORS = 10;

/** A policy has 0 to 4 systems, two on average; one in ten thousand has up to five hundred. */
const SYSTEMS_OF = 'least(CASE WHEN i % 10000 = 1 THEN 500 ELSE i % 5 END, systems)';

/**
 * Fills a migrated, empty database: two assignments a policy, 144 profiles that policies share evenly, a scan of every
 * tenth policy and of all systems of the large ones. The same data for the same scale on every run.
 *
 * @param url of the database as superuser: rows are written past triggers and row-level security, counters beside them
 */
function fillCompliance(url: string, { policies, systems, organisations }: Scale): Promise<void> {
  return withClient(url, async (client) => {
    await client.query(`SET session_replication_role = replica`);
    await client.query(`SET maintenance_work_mem = '256MB'`);
    await fillGuides(client);
    await client.query(
      `INSERT INTO account (org_id) SELECT 'org-' || lpad(n::text, 3, '0') FROM generate_series(1, $1::int) n`,
      [organisations],
    );
    const indexes = await dropIndexes(client, ['policy', 'system', 'policy_system', 'test_result', 'rule_outcome']);
    const scale = { policies, systems, organisations };
    await fillPolicies(client, scale);
    await fillResults(client, scale);
    for (const definition of indexes) await client.query(definition);
    await countPolicies(client);
    await client.query('VACUUM (ANALYZE)');
  });
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
  await client.query(
    `INSERT INTO rule (id, security_guide_id, ref_id, title, description, rationale, severity, precedence)
     SELECT md5('rule' || g.id || n)::uuid, g.id, 'xccdf_rule_' || n, 'Rule number ' || n, 'What to set', 'Why',
            (ARRAY['high', 'medium', 'low'])[1 + n % 3], n
       FROM security_guide g, generate_series(0, $1::int - 1) n`,
    [RULES],
  );
  await client.query(
    `INSERT INTO profile_rule (profile_id, rule_id)
     SELECT pr.id, r.id FROM profile pr JOIN rule r ON r.security_guide_id = pr.security_guide_id`,
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

/** `i`: number in the whole, `org`: number of the organisation, `n`: number within it, from 0. */
function numbered(count: number, organisations: number): string {
  return `
    SELECT i, CASE WHEN i <= ${count / 2} THEN 1 ELSE 2 + i % ${organisations - 1} END AS org,
           CASE WHEN i <= ${count / 2} THEN i - 1 ELSE (i - ${count / 2} - 1) / ${organisations - 1} END AS n
      FROM generate_series(1, ${count}) i`;
}

/** Policies numbered within their organisation, with its number of systems. */
function numberedPolicies({ policies, systems, organisations }: Scale): string {
  const ofOthers = Math.floor(systems / 2 / (organisations - 1));
  return `
    SELECT *, CASE org WHEN 1 THEN ${systems / 2} ELSE ${ofOthers} END AS systems
      FROM (${numbered(policies, organisations)}) numbered`;
}

const ORG_ID = `'org-' || lpad(org::text, 3, '0')`;
const POLICY_ID = `md5('policy' || i)::uuid`;
const systemId = (n: string): string => `md5('system' || org || '.' || ${n})::uuid`;

async function fillPolicies(client: Client, scale: Scale): Promise<void> {
  await client.query(
    `INSERT INTO system (id, org_id, display_name, os_name, os_major_version, os_minor_version, updated)
     SELECT ${systemId('n')}, ${ORG_ID}, 'host-' || i || '.example.org', 'RHEL',
            7 + i % 4, i % ${MINORS}, now()
       FROM (${numbered(scale.systems, scale.organisations)}) s`,
  );
  await client.query(
    `INSERT INTO policy (id, org_id, profile_id, security_guide_id, os_major_version, title, description,
                         business_objective, compliance_threshold, total_system_count)
     SELECT ${POLICY_ID}, ${ORG_ID}, pr.id, pr.security_guide_id,
            pr.os_major_version, initcap(left(md5('title' || i), 4)) || ' baseline ' || i, 'What it is about, ' || i,
            CASE WHEN i % 3 = 0 THEN 'Audit ' || i % 50 END, CASE WHEN i % 2 = 0 THEN 100 ELSE 50 + i % 50 END,
            ${SYSTEMS_OF}
       FROM (${numberedPolicies(scale)}) p
       JOIN (SELECT pr.id, pr.security_guide_id, g.os_major_version, row_number() OVER (ORDER BY pr.id) - 1 AS n
               FROM profile pr JOIN security_guide g ON g.id = pr.security_guide_id) pr
         ON pr.n = abs(hashint8(i)::bigint) % ${MAJORS.length * VERSIONS * PROFILES}`,
  );
  await client.query(
    `INSERT INTO policy_system (policy_id, system_id, org_id)
     SELECT ${POLICY_ID}, ${systemId('((p.n + k) % systems)')}, ${ORG_ID}
       FROM (${numberedPolicies(scale)}) p
      CROSS JOIN LATERAL generate_series(1, ${SYSTEMS_OF}) k`,
  );
}

/** Scans of the first system of every tenth policy, and of all systems of those that have many. */
async function fillResults(client: Client, scale: Scale): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE scan AS
     SELECT md5('scan' || i || '.' || k)::uuid AS id, ${POLICY_ID} AS policy_id, ${ORG_ID} AS org_id,
            ${systemId('((p.n + k) % systems)')} AS system_id, i + k AS number
       FROM (${numberedPolicies(scale)}) p
      CROSS JOIN LATERAL generate_series(1, CASE WHEN i % 10000 = 1 THEN ${SYSTEMS_OF} WHEN i % 10 = 2 THEN 1 ELSE 0 END) k`,
  );
  await client.query(
    `INSERT INTO tailoring (id, org_id, policy_id, profile_id, os_minor_version)
     SELECT DISTINCT md5('tailoring' || p.id || s.os_minor_version)::uuid, p.org_id, p.id, p.profile_id, s.os_minor_version
       FROM scan
       JOIN policy p ON p.id = scan.policy_id
       JOIN system s ON s.id = scan.system_id`,
  );
  await client.query(
    `INSERT INTO test_result (id, org_id, tailoring_id, report_id, system_id, end_time, score, supported, failed_rule_count,
                              passed_rule_count)
     SELECT scan.id, scan.org_id, md5('tailoring' || scan.policy_id || s.os_minor_version)::uuid, scan.policy_id,
            scan.system_id, timestamptz '2026-01-01' + number * interval '1 minute', number % 101, TRUE, ${RESULTS} / 5,
            ${RESULTS} - ${RESULTS} / 5
       FROM scan JOIN system s ON s.id = scan.system_id`,
  );
  await client.query(
    `INSERT INTO rule_number (rule_id, security_guide_id) SELECT r.id, r.security_guide_id FROM rule r ORDER BY r.id`,
  );
  await client.query(
    `INSERT INTO rule_outcome (org_id, test_result_id, security_guide_id, result, rule_numbers)
     SELECT scan.org_id, scan.id, p.security_guide_id, rules.result, rules.numbers
       FROM scan
       JOIN policy p ON p.id = scan.policy_id
       JOIN (SELECT r.security_guide_id, CASE WHEN r.precedence % 5 = 0 THEN 'fail' ELSE 'pass' END AS result,
                    array_agg(n.number ORDER BY n.number) AS numbers
               FROM rule r JOIN rule_number n ON n.rule_id = r.id
              WHERE r.precedence < ${RESULTS}
              GROUP BY 1, 2) rules ON rules.security_guide_id = p.security_guide_id`,
  );
}

/** Sets the counters that triggers would have updated. */
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

/**
 * Drops the indexes that nothing refers to, and returns how to make them again: much faster than keeping them.
 */
async function dropIndexes(client: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `SELECT CASE WHEN c.oid IS NULL THEN format('DROP INDEX %I', i.indexname)
                 ELSE format('ALTER TABLE %I DROP CONSTRAINT %I', i.tablename, c.conname) END AS drop,
            CASE WHEN c.oid IS NULL THEN i.indexdef
                 ELSE format('ALTER TABLE %I ADD CONSTRAINT %I %s', i.tablename, c.conname, pg_get_constraintdef(c.oid))
                 END AS make
       FROM pg_indexes i
       LEFT JOIN pg_constraint c ON c.conname = i.indexname AND c.contype IN ('p', 'u')
      WHERE i.schemaname = 'public' AND i.tablename = ANY($1)
        AND NOT EXISTS (SELECT 1 FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = c.conindid)`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make);
}
