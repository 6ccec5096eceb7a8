import { randomUUID } from 'node:crypto';
import { type CopyValue, toCopyLine } from './copy-text';
import type { GuideContent } from './guide-content';

/** Tables of a guide with their columns, in the order they are filled. */
export const GUIDE_TABLE_COLUMNS = {
  value_definition: [
    'id',
    'security_guide_id',
    'ref_id',
    'title',
    'description',
    'value_type',
    'default_value',
    'lower_bound',
    'upper_bound',
  ],
  rule_group: ['id', 'security_guide_id', 'ref_id', 'title', 'description', 'rationale', 'precedence', 'ancestry'],
  rule: [
    'id',
    'security_guide_id',
    'rule_group_id',
    'ref_id',
    'title',
    'description',
    'rationale',
    'severity',
    'precedence',
    'identifier',
    'identifiers',
    'reference_links',
    'value_checks',
    'remediation_available',
    'check_text',
    'check_sha256',
    'fix_text',
    'named_files',
  ],
  profile: ['id', 'security_guide_id', 'ref_id', 'title', 'description', 'value_overrides'],
  fix: ['rule_id', 'system', 'strategy', 'disruption', 'complexity', 'reboot', 'text', 'substitutions'],
  profile_rule: ['profile_id', 'rule_id'],
} as const;

export type GuideTable = keyof typeof GUIDE_TABLE_COLUMNS;

/** Tables whose rows are identified by an id in the datastream. */
export type IdentifiedTable = 'value_definition' | 'rule_group' | 'rule' | 'profile';

/** Ids of existing rows, as [ref_id, id] pairs. */
export type KnownIds = Readonly<Record<IdentifiedTable, readonly (readonly [string, string])[]>>;

export interface RowBatch {
  table: GuideTable;
  /** Complete lines of COPY text. */
  bytes: Uint8Array;
}

const BATCH_CHARACTERS = 128 * 1024;

/** Ids by ref_id; new rows get random ones. */
class RowIds {
  private readonly ids: Map<string, string>;

  constructor(known: readonly (readonly [string, string])[]) {
    this.ids = new Map(known);
  }

  of(refId: string): string {
    const known = this.ids.get(refId);
    if (known !== undefined) return known;
    const id = randomUUID();
    this.ids.set(refId, id);
    return id;
  }
}

/** The rows of a guide as batches of COPY text, table by table in the order of GUIDE_TABLE_COLUMNS. */
export function* guideRows(guideId: string, content: GuideContent, known: KnownIds): Generator<RowBatch> {
  const valueIds = new RowIds(known.value_definition);
  const groupIds = new RowIds(known.rule_group);
  const ruleIds = new RowIds(known.rule);
  const profileIds = new RowIds(known.profile);
  yield* batches('value_definition', valueRows(guideId, content, valueIds));
  yield* batches('rule_group', groupRows(guideId, content, groupIds));
  yield* batches('rule', ruleRows(guideId, content, { ruleIds, groupIds, valueIds }));
  yield* batches('profile', profileRows(guideId, content, profileIds, valueIds));
  yield* batches('fix', fixRows(content, ruleIds));
  yield* batches('profile_rule', profileRuleRows(content, profileIds, ruleIds));
}

function* batches(table: GuideTable, rows: Iterable<readonly CopyValue[]>): Generator<RowBatch> {
  let lines = '';
  for (const row of rows) {
    lines += toCopyLine(row);
    if (lines.length < BATCH_CHARACTERS) continue;
    yield { table, bytes: new TextEncoder().encode(lines) };
    lines = '';
  }
  if (lines !== '') yield { table, bytes: new TextEncoder().encode(lines) };
}

function* valueRows(guideId: string, { valueDefinitions }: GuideContent, ids: RowIds): Generator<CopyValue[]> {
  for (const value of valueDefinitions) {
    const { refId, title, description, valueType, defaultValue, lowerBound, upperBound } = value;
    yield [ids.of(refId), guideId, refId, title, description, valueType, defaultValue, lowerBound, upperBound];
  }
}

function* groupRows(guideId: string, { ruleGroups }: GuideContent, ids: RowIds): Generator<CopyValue[]> {
  const paths = new Map<string, string>();
  for (const [precedence, { refId, title, description, rationale, parentRefId }] of ruleGroups.entries()) {
    const id = ids.of(refId);
    const ancestry = parentRefId === null ? null : (paths.get(parentRefId) ?? null);
    paths.set(refId, ancestry === null ? id : `${ancestry}/${id}`);
    yield [id, guideId, refId, title, description, rationale, precedence, ancestry];
  }
}

function* ruleRows(
  guideId: string,
  { rules }: GuideContent,
  { ruleIds, groupIds, valueIds }: Record<'ruleIds' | 'groupIds' | 'valueIds', RowIds>,
): Generator<CopyValue[]> {
  for (const [precedence, rule] of rules.entries()) {
    yield [
      ruleIds.of(rule.refId),
      guideId,
      rule.groupRefId === null ? null : groupIds.of(rule.groupRefId),
      rule.refId,
      rule.title,
      rule.description,
      rule.rationale,
      rule.severity,
      precedence,
      rule.identifier === null ? null : JSON.stringify(rule.identifier),
      JSON.stringify(rule.identifiers),
      JSON.stringify(rule.references),
      rule.valueChecks.map((refId) => valueIds.of(refId)),
      rule.remediationAvailable,
      rule.checkText,
      rule.checkSha256,
      rule.fixText,
      rule.namedFiles,
    ];
  }
}

function* profileRows(
  guideId: string,
  { profiles }: GuideContent,
  profileIds: RowIds,
  valueIds: RowIds,
): Generator<CopyValue[]> {
  for (const { refId, title, description, valueOverrides } of profiles) {
    const overrides = Array.from(valueOverrides, ([valueRefId, text]) => [valueIds.of(valueRefId), text]);
    yield [profileIds.of(refId), guideId, refId, title, description, JSON.stringify(Object.fromEntries(overrides))];
  }
}

function* fixRows({ rules }: GuideContent, ruleIds: RowIds): Generator<CopyValue[]> {
  for (const rule of rules) {
    for (const { system, strategy, disruption, complexity, reboot, text, substitutions } of rule.fixes) {
      const places = JSON.stringify(substitutions);
      yield [ruleIds.of(rule.refId), system, strategy, disruption, complexity, reboot, text, places];
    }
  }
}

function* profileRuleRows({ profiles }: GuideContent, profileIds: RowIds, ruleIds: RowIds): Generator<CopyValue[]> {
  for (const profile of profiles) {
    const profileId = profileIds.of(profile.refId);
    for (const refId of profile.ruleRefIds) yield [profileId, ruleIds.of(refId)];
  }
}
