import { randomUUID } from 'node:crypto';
import { TEST_ORG, type TestDatabase } from '@wardstone/testing';

let lastNumber = 0;
const next = (): number => ++lastNumber;

/** Ids that ascend in the order they are made, so that the default order of lists is the order of making. */
export const anId = (): string => `00000000-0000-4000-8000-${next().toString(16).padStart(12, '0')}`;

async function insert(
  query: (sql: string, params: readonly unknown[]) => Promise<unknown>,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const places = Object.keys(values).map((_column, index) => `$${index + 1}`);
  await query(
    `INSERT INTO ${table} (${Object.keys(values).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(values),
  );
}

export interface GuideSeed {
  id: string;
  ref_id: string;
  version: string;
  version_sort_key: string;
  title: string;
  description: string;
  os_major_version: number;
  content_sha256: string;
}

/** A guide for RHEL 8. */
export async function givenGuide(db: TestDatabase, over: Partial<GuideSeed> = {}): Promise<GuideSeed> {
  const guide: GuideSeed = {
    id: anId(),
    ref_id: 'xccdf_org.ssgproject.content_benchmark_RHEL-8',
    version: `0.1.${next()}`,
    version_sort_key: String(next()).padStart(8, '0'),
    title: 'Guide to RHEL 8',
    description: 'How to secure it',
    os_major_version: 8,
    content_sha256: '0'.repeat(64),
    ...over,
  };
  await insert((sql, params) => db.query(sql, params), 'security_guide', { ...guide });
  return guide;
}

export interface ProfileSeed {
  id: string;
  security_guide_id: string;
  ref_id: string;
  title: string;
  description: string | null;
  value_overrides: Readonly<Record<string, string>>;
}

/** A profile registered for `minors`; makes a guide unless one is given. */
export async function givenProfile(
  db: TestDatabase,
  { minors = [], ...over }: Partial<ProfileSeed> & { minors?: readonly number[] } = {},
): Promise<ProfileSeed> {
  const profile: ProfileSeed = {
    id: anId(),
    security_guide_id: over.security_guide_id ?? (await givenGuide(db)).id,
    ref_id: `xccdf_org.ssgproject.content_profile_p${next()}`,
    title: 'CIS Benchmark',
    description: 'The profile of the benchmark',
    value_overrides: {},
    ...over,
  };
  await insert((sql, params) => db.query(sql, params), 'profile', { ...profile });
  for (const minor of minors) {
    await insert((sql, params) => db.query(sql, params), 'profile_os_minor_version', {
      profile_id: profile.id,
      os_minor_version: minor,
    });
  }
  return profile;
}

/** Rules of the profile's guide that are in the profile; returns their ids. */
export async function givenRules(db: TestDatabase, profile: ProfileSeed, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, anId);
  for (const [precedence, id] of ids.entries()) {
    await insert((sql, params) => db.query(sql, params), 'rule', {
      id,
      security_guide_id: profile.security_guide_id,
      ref_id: `xccdf_org.ssgproject.content_rule_r${next()}`,
      title: 'A rule',
      description: '',
      severity: 'low',
      precedence,
    });
    await insert((sql, params) => db.query(sql, params), 'profile_rule', { profile_id: profile.id, rule_id: id });
  }
  return ids;
}

export interface PolicySeed {
  id: string;
  org_id: string;
  profile_id: string;
  title: string;
  description: string;
  business_objective: string | null;
  compliance_threshold: number;
}

/** A policy of TEST_ORG on a new profile of RHEL 8. */
export async function givenPolicy(db: TestDatabase, over: Partial<PolicySeed> = {}): Promise<PolicySeed> {
  const policy: PolicySeed = {
    id: anId(),
    org_id: TEST_ORG,
    profile_id: over.profile_id ?? (await givenProfile(db)).id,
    title: `Policy ${next()}`,
    description: 'What it is about',
    business_objective: null,
    compliance_threshold: 100,
    ...over,
  };
  const org = db.asOrg(policy.org_id);
  await org.query('INSERT INTO account (org_id) VALUES ($1) ON CONFLICT (org_id) DO NOTHING', [policy.org_id]);
  const [guide] = await db.query<{ security_guide_id: string; os_major_version: number }>(
    `SELECT g.id AS security_guide_id, g.os_major_version
       FROM profile pr JOIN security_guide g ON g.id = pr.security_guide_id WHERE pr.id = $1`,
    [policy.profile_id],
  );
  await insert((sql, params) => org.query(sql, params), 'policy', { ...policy, ...guide });
  return policy;
}

export interface SystemSeed {
  id: string;
  org_id: string;
  display_name: string;
  os_name: string | null;
  os_major_version: number;
  os_minor_version: number;
  groups: readonly { id: string; name: string }[];
  tags: readonly { namespace: string | null; key: string; value: string | null }[];
  owner_id: string | null;
  stale_timestamp: Date | null;
  updated: Date;
  /** Subject of the login it belongs to. */
  registered_by: string | null;
  /** Agent whose host it is. */
  agent_name: string | null;
  last_seen: Date;
}

/** A system of TEST_ORG with RHEL 8.4 in no group, assigned to `policies`. */
export async function givenSystem(
  db: TestDatabase,
  { policies = [], ...over }: Partial<SystemSeed> & { policies?: readonly PolicySeed[] } = {},
): Promise<SystemSeed> {
  const system: SystemSeed = {
    id: randomUUID(),
    org_id: TEST_ORG,
    display_name: `system ${next()}`,
    os_name: null,
    os_major_version: 8,
    os_minor_version: 4,
    groups: [],
    tags: [],
    owner_id: null,
    stale_timestamp: null,
    updated: new Date('2026-01-01T00:00:00Z'),
    registered_by: null,
    agent_name: null,
    last_seen: new Date('2026-01-01T00:00:00Z'),
    ...over,
  };
  const org = db.asOrg(system.org_id);
  await org.query('INSERT INTO account (org_id) VALUES ($1) ON CONFLICT (org_id) DO NOTHING', [system.org_id]);
  await insert((sql, params) => org.query(sql, params), 'system', {
    ...system,
    groups: JSON.stringify(system.groups),
    tags: JSON.stringify(system.tags),
  });
  for (const { id } of policies) {
    await insert((sql, params) => org.query(sql, params), 'policy_system', {
      org_id: system.org_id,
      policy_id: id,
      system_id: system.id,
    });
  }
  return system;
}
