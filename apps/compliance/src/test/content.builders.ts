import type { Queryable } from '@wardstone/database';
import type { TestDatabase } from '@wardstone/testing';
import { anId } from './builders';

/** Inserts one row; columns are the keys. Objects become JSON. */
async function insert(db: Queryable, table: string, row: object): Promise<void> {
  const values = Object.values(row).map((value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value,
  );
  await db.query(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.map((_value, i) => `$${i + 1}`).join(', ')})`,
    values,
  );
}

export interface RuleSeed {
  id: string;
  security_guide_id: string;
  rule_group_id: string | null;
  ref_id: string;
  title: string;
  description: string;
  rationale: string | null;
  severity: string;
  precedence: number;
  identifier: { label: string; system: string } | null;
  /** JSON text. */
  reference_links: string;
  value_checks: readonly string[];
  remediation_available: boolean;
}

/** A rule of a guide, in the profiles; `blueprint` is the TOML of its fix. */
export async function givenRule(
  db: TestDatabase,
  {
    profiles = [],
    blueprint,
    ...over
  }: Partial<RuleSeed> & {
    security_guide_id: string;
    profiles?: readonly { id: string }[];
    blueprint?: string;
  },
): Promise<RuleSeed> {
  const id = anId();
  const rule: RuleSeed = {
    id,
    rule_group_id: null,
    ref_id: `xccdf_org.ssgproject.content_rule_${id.slice(-6)}`,
    title: 'A rule',
    description: 'What to do',
    rationale: null,
    severity: 'medium',
    precedence: Number.parseInt(id.slice(-6), 16),
    identifier: null,
    reference_links: '[]',
    value_checks: [],
    remediation_available: false,
    ...over,
  };
  await insert(db, 'rule', rule);
  for (const { id: profile_id } of profiles) await insert(db, 'profile_rule', { profile_id, rule_id: rule.id });
  if (blueprint !== undefined) {
    await insert(db, 'fix', { rule_id: rule.id, system: 'urn:redhat:osbuild:blueprint', text: blueprint });
  }
  return rule;
}

export interface RuleGroupSeed {
  id: string;
  security_guide_id: string;
  ref_id: string;
  title: string;
  description: string;
  rationale: string | null;
  precedence: number;
  ancestry: string | null;
}

/** A group of a guide, at its root unless `parent` is given. */
export async function givenRuleGroup(
  db: TestDatabase,
  { parent, ...over }: Partial<RuleGroupSeed> & { security_guide_id: string; parent?: RuleGroupSeed },
): Promise<RuleGroupSeed> {
  const id = anId();
  const group: RuleGroupSeed = {
    id,
    ref_id: `xccdf_org.ssgproject.content_group_${id.slice(-6)}`,
    title: 'A group',
    description: 'What it holds',
    rationale: null,
    precedence: Number.parseInt(id.slice(-6), 16),
    ancestry: parent ? [parent.ancestry, parent.id].filter(Boolean).join('/') : null,
    ...over,
  };
  await insert(db, 'rule_group', group);
  return group;
}

export interface ValueSeed {
  id: string;
  security_guide_id: string;
  ref_id: string;
  title: string;
  description: string;
  value_type: string;
  default_value: string | null;
}

/** A text value of a guide. */
export async function givenValue(
  db: TestDatabase,
  over: Partial<ValueSeed> & { security_guide_id: string },
): Promise<ValueSeed> {
  const id = anId();
  const value: ValueSeed = {
    id,
    ref_id: `xccdf_org.ssgproject.content_value_${id.slice(-6)}`,
    title: 'A value',
    description: 'What it is for',
    value_type: 'string',
    default_value: 'x',
    ...over,
  };
  await insert(db, 'value_definition', value);
  return value;
}
