import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Client } from 'pg';
import { withClient } from './bench-server';

export const SYSTEMS = 5_000;
export const POLICIES = 4;
const RULES = 1_400;
/** Of a profile. */
const EVALUATED = 300;
const FAILED = 50;
/** Rules that apply to no system, and that people have to check. */
const UNDECIDED = { notapplicable: 40, notchecked: 20 };
const KEPT = EVALUATED + UNDECIDED.notapplicable + UNDECIDED.notchecked;
/** Of each of these frameworks; a rule names two controls of each. */
const FRAMEWORKS = ['nist-800-53', 'cis', 'pci-dss-4', 'disa-cci'];
const CONTROLS = 150;
const MINOR = 4;
const DAYS = 730;
/** Results of the first policy's systems that are not the newest. */
const OLDER = 20;
const ORG = 'default';
const BENCHMARK = 'xccdf_org.bench_benchmark_RHEL-8';
const ruleId = (n: number): string => `xccdf_org.bench_rule_${n}`;
const profileId = (policy: number): string => `xccdf_org.bench_profile_${policy}`;

/** Login that registered systems; each is the agent of one of them. */
export interface Owner {
  name: string;
  subject: string;
}

export interface ScanIds {
  policies: string[];
  systems: string[];
  /** Size of the database with undecided results, relative to that without. */
  growth: number;
}

/**
 * Systems that belong to the owners in turn, four policies of 300 rules each, for all of them, with schedules and newest
 * results; of the first policy two years of days and twenty older results of each system.
 *
 * @param url of the database as superuser: rows are written past triggers and row-level security, counters beside them
 */
export function fillScans(
  url: string,
  owners: readonly Owner[],
  { systems = SYSTEMS, days = DAYS }: { systems?: number; days?: number } = {},
): Promise<ScanIds> {
  return withClient(url, async (client) => {
    await client.query('SET session_replication_role = replica');
    await fillGuide(client);
    await client.query(`INSERT INTO account (org_id, policy_count) VALUES ('${ORG}', ${POLICIES})`);
    await client.query(
      `INSERT INTO system (org_id, display_name, os_name, os_major_version, os_minor_version, updated, registered_by, agent_name)
       SELECT '${ORG}', 'host-' || n || '.example.org', 'RHEL', 8, ${MINOR}, now(), ($2::text[])[1 + n % $3::int],
              CASE WHEN n < $3 THEN ($1::text[])[1 + n] END
         FROM generate_series(0, ${systems - 1}) n`,
      [owners.map(({ name }) => name), owners.map(({ subject }) => subject), owners.length],
    );
    await fillPolicies(client, systems);
    await fillResults(client, systems, days);
    const growth = await fillUndecided(client);
    await client.query('VACUUM (ANALYZE)');
    const toIds = async (table: string, order: string): Promise<string[]> =>
      (await client.query<{ id: string }>(`SELECT t.id FROM ${table} t ORDER BY ${order}`)).rows.map(({ id }) => id);
    return {
      policies: await toIds('policy', 't.title'),
      systems: await toIds('system', `substring(t.display_name from '[0-9]+')::int`),
      growth,
    };
  });
}

async function fillGuide(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO security_guide (ref_id, version, version_sort_key, title, description, os_major_version, content_sha256)
     VALUES ('${BENCHMARK}', '1.0', '1', 'Guide', 'How to secure it', 8, repeat('0', 64))`,
  );
  await client.query(
    `INSERT INTO profile (security_guide_id, ref_id, title, description)
     SELECT g.id, 'xccdf_org.bench_profile_' || n, 'Profile ' || n, 'What it checks'
       FROM security_guide g, generate_series(0, ${POLICIES - 1}) n`,
  );
  await client.query(
    `INSERT INTO profile_os_minor_version (profile_id, os_minor_version) SELECT p.id, ${MINOR} FROM profile p`,
  );
  await client.query(
    `INSERT INTO rule (security_guide_id, ref_id, title, description, rationale, severity, precedence)
     SELECT g.id, 'xccdf_org.bench_rule_' || n, 'Rule number ' || n, 'What to set', 'Why',
            (ARRAY['high', 'medium', 'low'])[1 + n % 3], n
       FROM security_guide g, generate_series(0, ${RULES - 1}) n`,
  );
  await client.query(
    `INSERT INTO profile_rule (profile_id, rule_id) SELECT p.id, r.id FROM profile p, rule r WHERE r.precedence < ${KEPT}`,
  );
  await client.query(
    `INSERT INTO rule_number (rule_id, security_guide_id)
     SELECT r.id, r.security_guide_id FROM rule r WHERE r.precedence < ${KEPT} ORDER BY r.precedence`,
  );
  await client.query(
    `INSERT INTO control (framework_id, name, sort_key)
     SELECT f.id, 'C-' || n, 'C-' || lpad(n::text, 5, '0') FROM framework f, generate_series(0, ${CONTROLS - 1}) n
      WHERE f.ref_id = ANY ($1)`,
    [FRAMEWORKS],
  );
  await client.query(
    `INSERT INTO rule_control (rule_id, security_guide_id, control_numbers)
     SELECT r.id, r.security_guide_id, array_agg(c.number)
       FROM rule r JOIN control c ON c.name IN ('C-' || r.precedence % ${CONTROLS}, 'C-' || r.precedence * 7 % ${CONTROLS})
      GROUP BY r.id`,
  );
}

async function fillPolicies(client: Client, systems: number): Promise<void> {
  await client.query(
    `INSERT INTO policy (org_id, profile_id, security_guide_id, os_major_version, title, description,
                         compliance_threshold, total_system_count)
     SELECT '${ORG}', p.id, p.security_guide_id, 8, 'Policy ' || right(p.ref_id, 1), 'What it is about', 80, ${systems}
       FROM profile p`,
  );
  await client.query(
    `INSERT INTO policy_system (policy_id, system_id, org_id) SELECT p.id, s.id, s.org_id FROM policy p, system s`,
  );
  await client.query(
    `INSERT INTO tailoring (org_id, policy_id, profile_id, os_minor_version)
     SELECT p.org_id, p.id, p.profile_id, ${MINOR} FROM policy p`,
  );
  await client.query(
    `INSERT INTO scan_schedule (policy_id, org_id, interval_hours, updated_at) SELECT p.id, p.org_id, 8760, now() FROM policy p`,
  );
}

async function fillResults(client: Client, systems: number, days: number): Promise<void> {
  // In random order, as they arrive; the newest were yesterday.
  await client.query(
    `INSERT INTO test_result (org_id, tailoring_id, report_id, system_id, end_time, score, supported, failed_rule_count,
                              passed_rule_count, not_applicable_rule_count, sha256, is_newest)
     SELECT t.org_id, t.id, t.policy_id, ps.system_id, now() - interval '1 day' - back * interval '7 days',
            50 + abs(hashtext(ps.system_id::text)) % 50, true, ${FAILED}, ${EVALUATED - FAILED}, 0, repeat('a', 64), back = 0
       FROM tailoring t
       JOIN policy p ON p.id = t.policy_id
       JOIN policy_system ps ON ps.policy_id = t.policy_id
      CROSS JOIN LATERAL generate_series(0, CASE WHEN p.title = 'Policy 0' THEN ${OLDER} ELSE 0 END) back
      ORDER BY md5(ps.system_id::text || t.id || back)`,
  );
  await client.query(
    `INSERT INTO rule_outcome (org_id, test_result_id, security_guide_id, result, rule_numbers)
     SELECT t.org_id, t.id, rules.security_guide_id, rules.result, rules.numbers
       FROM test_result t,
            (SELECT n.security_guide_id, CASE WHEN n.number <= ${FAILED} THEN 'fail' ELSE 'pass' END AS result,
                    array_agg(n.number ORDER BY n.number) AS numbers
               FROM rule_number n WHERE n.number <= ${EVALUATED} GROUP BY 1, 2) rules`,
  );
  await client.query(
    `INSERT INTO result_day (org_id, report_id, system_id, day, verdict, score, failed_rule_count, passed_rule_count)
     SELECT ps.org_id, p.id, ps.system_id, current_date - back, CASE WHEN back % 3 = 0 THEN 'compliant' ELSE 'not_compliant' END,
            50 + back % 50, ${FAILED}, ${EVALUATED - FAILED}
       FROM policy p JOIN policy_system ps ON ps.policy_id = p.id
      CROSS JOIN LATERAL generate_series(1, CASE WHEN p.title = 'Policy 0' THEN ${days} ELSE 1 END) back`,
  );
  await client.query(
    `INSERT INTO report_day (org_id, report_id, day, reported, compliant, unsupported, not_applicable, score)
     SELECT p.org_id, p.id, current_date - back, ${systems}, back, 0, 0, 75
       FROM policy p, generate_series(1, CASE WHEN p.title = 'Policy 0' THEN ${days} ELSE 1 END) back`,
  );
}

/** Adds what scans did not decide; returns how the database grew. */
async function fillUndecided(client: Client): Promise<number> {
  const measure = async (): Promise<number> => {
    await client.query('VACUUM (ANALYZE)');
    const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    return Number(rows[0]!.bytes);
  };
  const before = await measure();
  await client.query(
    `INSERT INTO rule_outcome (org_id, test_result_id, security_guide_id, result, rule_numbers)
     SELECT t.org_id, t.id, rules.security_guide_id, rules.result, rules.numbers
       FROM test_result t,
            (SELECT n.security_guide_id,
                    CASE WHEN n.number <= ${EVALUATED + UNDECIDED.notapplicable} THEN 'notapplicable' ELSE 'notchecked' END AS result,
                    array_agg(n.number ORDER BY n.number) AS numbers
               FROM rule_number n WHERE n.number > ${EVALUATED} GROUP BY 1, 2) rules`,
  );
  return (await measure()) / before;
}

/** Results of 200 kB in gzip, as `oscap xccdf eval --results-arf` writes them: mostly of a real one, which a test file is. */
export class ScanDocuments {
  private readonly before: Buffer;
  private readonly after: Buffer;

  /** @param isDecided whether rules that were left open are said to be not selected, of which only the number is kept */
  constructor(isDecided = false) {
    const file = path.resolve('apps/compliance/test-data/result-debian11-arf.xml.gz');
    const real = gunzipSync(fs.readFileSync(file)).toString();
    const content = between(
      real,
      '<ds:component id="scap_org.open-scap_comp_ssg-debian11-oval.xml"',
      '</ds:component>',
    );
    const benchmark = `<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="${BENCHMARK}"><version>1.0</version></Benchmark>`;
    const [head] = real.split('<ds:component ', 1);
    this.before = gzipSync(
      `${head}<ds:component id="b" timestamp="2026-01-01T00:00:00">${benchmark}</ds:component>${content}` +
        `</ds:data-stream-collection></arf:content></arf:report-request></arf:report-requests><arf:reports>` +
        `<arf:report id="xccdf1"><arf:content>`,
    );
    const result = Array.from({ length: RULES }, (_none, n) => ruleResult(n, isDecided)).join('');
    const checks = between(real, '<oval_results', '</oval_results>');
    this.after = gzipSync(
      `${result}<score system="urn:xccdf:scoring:default" maximum="100">83.3</score></TestResult></arf:content></arf:report>` +
        `<arf:report id="oval0"><arf:content>${checks}</arf:content></arf:report></arf:reports></arf:asset-report-collection>`,
    );
  }

  /** Put together of parts that are compressed once, since the bench must not take the processor that it measures. */
  of(policy: number, endTime: Date): Buffer {
    const times = `start-time="${endTime.toISOString()}" end-time="${endTime.toISOString()}"`;
    const start =
      `<TestResult xmlns="http://checklists.nist.gov/xccdf/1.2" id="t" ${times} version="1.0">` +
      `<benchmark id="${BENCHMARK}"/><profile idref="${profileId(policy)}"/>`;
    return Buffer.concat([this.before, gzipSync(start), this.after]);
  }
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  return text.slice(from, text.indexOf(end, from) + end.length);
}

function ruleResult(n: number, isDecided: boolean): string {
  const isApplicable = n >= EVALUATED + UNDECIDED.notapplicable;
  const undecided = isDecided || n >= KEPT ? 'notselected' : isApplicable ? 'notchecked' : 'notapplicable';
  const result = n >= EVALUATED ? undecided : n < FAILED ? 'fail' : 'pass';
  return (
    `<rule-result idref="${ruleId(n)}" role="full" time="2026-01-01T00:00:00+00:00" severity="medium" weight="1.000000">` +
    `<result>${result}</result></rule-result>`
  );
}
