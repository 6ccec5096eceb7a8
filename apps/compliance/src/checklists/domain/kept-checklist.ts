import { isDeepStrictEqual } from 'node:util';
import { Pace } from '@wardstone/turns';
import {
  type Checklist,
  type ChecklistFields,
  type ChecklistStatus,
  type ChecklistStig,
  severityOverride,
  textField,
  type WrittenStig,
} from '@wardstone/scap';
import { type ChecklistRule, RESULT_BY_STATUS, rowsById } from './guide-checklist';
import { findLowering, isNewLowering, withoutSeverity } from './stated-lowering';

/**
 * A row from an imported checklist: the fields that differ from the guide's row of `refId`, or a whole additional row.
 */
export interface KeptRow {
  readonly fields: ChecklistFields;
  /** The rule of the guide to which the row belongs. */
  readonly refId?: string;
  /** Rules of the guide that determine the result of an additional row. */
  readonly refIds?: readonly string[];
  /** Rules of the guide whose severity an additional row lowers. */
  readonly lowers?: readonly string[];
}

export interface KeptStig {
  readonly fields: ChecklistFields;
  readonly rules: readonly KeptRow[];
}

/** The parts of an imported checklist that guide, scan and reviews do not contain. */
export interface KeptChecklist {
  readonly fields: ChecklistFields;
  readonly target: ChecklistFields;
  /** Rows for the guide's own STIG. */
  readonly own: KeptStig;
  readonly others: readonly KeptStig[];
}

/** A result in a checklist that no scan or review has, or a severity that no waiver has lowered as far. */
export interface StatedResult {
  readonly refId: string;
  readonly result: 'pass' | 'fail' | 'notapplicable' | 'lowered';
  /** Only with `lowered`. */
  readonly severity: 'medium' | 'low' | null;
  readonly text: string;
}

export interface ReadChecklist {
  readonly kept: KeptChecklist;
  readonly stated: readonly StatedResult[];
  readonly matchedCount: number;
  readonly unknownCount: number;
}

/** Statuses, worst first. */
const FROM_THE_WORST: readonly ChecklistStatus[] = ['open', 'not_reviewed', 'not_a_finding', 'not_applicable'];

/** Compares an imported checklist with the one from guide, scan and reviews; yields to other work at intervals. */
export async function compareChecklist(
  given: Checklist,
  own: Checklist,
  rules: readonly ChecklistRule[],
): Promise<ReadChecklist> {
  const ownStig = own.stigs[0]!;
  const byId = rowsById(ownStig);
  const find = ruleFinder(ownStig, rules);
  const guideRules = new Map(rules.map((rule) => [rule.ref_id, rule]));
  const pace = new Pace();
  const stated = new Map<string, StatedResult>();
  const lowered = new Map<string, StatedResult>();
  const taken = new Set<string>();
  const sorted: { stig: ChecklistStig; kept: KeptRow[]; mine: KeptRow[] }[] = [];
  let matchedCount = 0;
  let unknownCount = 0;
  for (const stig of given.stigs) {
    const mine: KeptRow[] = [];
    const kept: KeptRow[] = [];
    for (const row of stig.rules) {
      if (pace.isDue) await pace.rest();
      const { refId, refIds } = find(row);
      if (refIds.length > 0) matchedCount += 1;
      else unknownCount += 1;
      const lowers = refIds.filter((one) => findLowering(row, guideRules.get(one)) !== undefined);
      for (const one of refIds) state(stated, one, row, byId.get(one));
      for (const one of lowers) lower(lowered, row, guideRules.get(one)!);
      if (refId === undefined || taken.has(refId)) {
        kept.push({ fields: row, refIds, ...(lowers.length > 0 && { lowers }) });
        continue;
      }
      taken.add(refId);
      const fields = keptFields(row, byId.get(refId)!);
      mine.push({ refId, fields: lowers.length > 0 && 'overrides' in fields ? withoutSeverity(fields) : fields });
    }
    sorted.push({ stig, kept, mine });
  }
  const main = sorted.toSorted((a, b) => b.mine.length - a.mine.length)[0];
  const isMine = (entry: (typeof sorted)[number]): boolean => entry === main && entry.mine.length > 0;
  const mainFields = main && isMine(main) ? differing(main.stig.fields, ownStig.fields) : {};
  return {
    kept: {
      fields: differing(given.fields, own.fields),
      target: differing(given.target, own.target),
      own: {
        fields: mainFields,
        rules: [
          ...sorted.flatMap(({ mine }) => mine.filter(({ fields }) => Object.keys(fields).length > 0)),
          ...sorted.filter(isMine).flatMap(({ kept }) => kept),
        ],
      },
      others: sorted.flatMap((entry) =>
        isMine(entry) || entry.kept.length === 0 ? [] : [{ fields: entry.stig.fields, rules: entry.kept }],
      ),
    },
    stated: [...stated.values(), ...lowered.values()],
    matchedCount,
    unknownCount,
  };
}

/**
 * Merges the checklist from guide, scan and reviews with the kept parts of an imported one, row by row while it is
 * written. Pure.
 */
export function mergeChecklist(own: Checklist, kept: KeptChecklist | undefined): Checklist<WrittenStig> {
  const ownStig = own.stigs[0]!;
  if (!kept) return { ...own, stigs: [toWritten(ownStig)] };
  const byId = rowsById(ownStig);
  const byRule = new Map(kept.own.rules.flatMap(({ refId, fields }) => (refId === undefined ? [] : [[refId, fields]])));
  const gone = kept.own.rules.filter(({ refId }) => refId === undefined || !byId.has(refId));
  const rows = function* (): Iterable<ChecklistFields> {
    for (const row of ownStig.rules) yield mergeRow(row, byRule.get(textField(row, 'rule_id_src')));
    yield* ownRows(gone, byId);
  };
  return {
    fields: { ...own.fields, ...kept.fields },
    target: { ...own.target, ...kept.target },
    stigs: [
      {
        fields: { ...ownStig.fields, ...kept.own.fields },
        size: ownStig.rules.length + gone.length,
        rules: rows(),
      },
      ...kept.others.map(({ fields, rules }) => ({ fields, size: rules.length, rules: ownRows(rules, byId) })),
    ],
  };
}

/** A severity that a waiver lowers comes before that of an imported checklist. */
function mergeRow(own: ChecklistFields, kept: ChecklistFields | undefined): ChecklistFields {
  const { overrides = {} } = own;
  return { ...own, ...kept, ...(Object.keys(overrides as object).length > 0 && { overrides }) };
}

const toWritten = (stig: ChecklistStig): WrittenStig => ({ ...stig, size: stig.rules.length });

function* ownRows(rows: readonly KeptRow[], byId: ReadonlyMap<string, ChecklistFields>): Iterable<ChecklistFields> {
  for (const row of rows) yield ownRow(row, byId);
}

function ownRow(
  { fields: imported, refId, refIds = [], lowers = [] }: KeptRow,
  byId: ReadonlyMap<string, ChecklistFields>,
): ChecklistFields {
  // The rule has left the policy.
  if (refId !== undefined) return { rule_id_src: refId, status: 'not_reviewed', ...imported };
  const isLowered = lowers.every((one) => severityOverride(byId.get(one) ?? {}).severity !== undefined);
  const fields = isLowered ? imported : withoutSeverity(imported);
  const statuses = refIds.flatMap((refId) => byId.get(refId)?.['status'] ?? []);
  const status = FROM_THE_WORST.find((one) => statuses.includes(one));
  return status === undefined ? fields : { ...fields, status };
}

function state(
  stated: Map<string, StatedResult>,
  refId: string,
  row: ChecklistFields,
  own: ChecklistFields | undefined,
): void {
  const result = RESULT_BY_STATUS[row['status'] as ChecklistStatus];
  if (result === null || own?.['status'] === row['status'] || stated.get(refId)?.result === 'fail') return;
  const text = ['finding_details', 'comments'].map((name) => textField(row, name).trim()).filter((one) => one !== '');
  stated.set(refId, { refId, result, severity: null, text: text.join('\n') });
}

/** If several rows lower the severity of a rule, the highest one counts. */
function lower(lowered: Map<string, StatedResult>, row: ChecklistFields, rule: ChecklistRule): void {
  const lowering = findLowering(row, rule);
  if (!lowering || !isNewLowering(lowering, rule) || lowered.get(rule.ref_id)?.severity === 'medium') return;
  const { severity, reason: text } = lowering;
  lowered.set(rule.ref_id, { refId: rule.ref_id, result: 'lowered', severity, text });
}

/** Finds the rule of the guide to which a row belongs, and the rules that it covers. */
function ruleFinder(stig: ChecklistStig, rules: readonly ChecklistRule[]) {
  const byId = new Map<string, string>();
  const byRequirement = new Map<string, string[]>();
  for (const row of stig.rules) {
    const refId = textField(row, 'rule_id_src');
    for (const id of [refId, textField(row, 'rule_id')]) byId.set(idKey(id), refId);
  }
  for (const { ref_id, stig_ids, stig_rules } of rules) {
    for (const id of [...stig_ids, ...stig_rules].map(idKey)) {
      const named = byRequirement.get(id);
      if (named) named.push(ref_id);
      else byRequirement.set(id, [ref_id]);
    }
  }
  return (row: ChecklistFields): { refId: string | undefined; refIds: readonly string[] } => {
    const ids = ['rule_id_src', 'rule_id'].map((name) => idKey(textField(row, name))).filter((id) => id !== '');
    const refId = ids.map((id) => byId.get(id)).find((found) => found !== undefined);
    if (refId !== undefined) return { refId, refIds: [refId] };
    const requirements = [...ids, idKey(textField(row, 'rule_version'))].filter((id) => id !== '');
    const named = requirements.map((id) => byRequirement.get(id)).find((found) => found !== undefined) ?? [];
    return { refId: undefined, refIds: named };
  };
}

const idKey = (id: string): string =>
  id
    .trim()
    .replace(/^xccdf_mil\.disa\.stig_rule_/, '')
    .replace(/_rule$/, '');

/** Differing fields; for a row with another status also its remarks, which a review will contain. */
function keptFields(row: ChecklistFields, own: ChecklistFields): ChecklistFields {
  const { comments, finding_details } = row;
  const isStated = row['status'] !== own['status'];
  return {
    ...differing(withoutStatus(row), own),
    ...(isStated && comments !== undefined && { comments }),
    ...(isStated && finding_details !== undefined && { finding_details }),
  };
}

const withoutStatus = ({ status: _, ...fields }: ChecklistFields): ChecklistFields => fields;

const differing = (given: ChecklistFields, own: ChecklistFields): ChecklistFields =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => !isDeepStrictEqual(value, own[name])));
