import { DocumentError } from '../documents/document-error';
import type { RuleOutcome } from '../results/scan-result';
import {
  FRAMEWORK_ADDRESSES,
  isObject,
  latestTime,
  lookUp,
  objectsIn,
  type ReportedReference,
  type ReportedRule,
  type ScannerReport,
  type Severity,
  toText,
  toTexts,
} from './scanner-report';

type Given = Readonly<Record<string, unknown>>;

const SEVERITIES: Readonly<Record<string, Severity>> = {
  critical: 'high',
  high: 'high',
  medium: 'medium',
  low: 'low',
};
/** Lower bounds of impact, as InSpec names them. */
const HIGH_IMPACT = 0.7;
const MEDIUM_IMPACT = 0.4;
const READ = ['id', 'title', 'desc', 'descriptions', 'tags', 'impact', 'results', 'waiver_data'] as const;
const REVISION = /^Rev_/i;

/**
 * Results of InSpec (`--reporter json`) and of other tools converted to the Heimdall Data Format. An overlay repeats
 * the controls of the profiles it includes, of which the last one has the results.
 * @throws DocumentError
 */
export function readHdf(root: Given): ScannerReport {
  const profiles = objectsIn(root['profiles'], 'profiles');
  const [first] = profiles;
  if (!first) throw new DocumentError('invalid', 'the report has no profile');
  const controls = new Map<string, Given>();
  for (const control of profiles.flatMap((profile) => objectsIn(profile['controls'], 'controls'))) {
    const id = toText(control['id']);
    const known = controls.get(id);
    controls.set(id, known ? merged(known, control) : pick(control));
  }
  const all = [...controls.values()];
  const times = all.flatMap((control) =>
    objectsIn(control['results'], 'results').map((one) => toText(one['start_time'])),
  );
  const name = toText(first['name']) || 'profile';
  return {
    tool: 'InSpec',
    benchmark: name,
    title: toText(first['title']) || name,
    version: toText(first['version']) || '1',
    endTimeMs: latestTime(times),
    score: null,
    rules: all.map(toRule),
  };
}

/** The fields that are read; copying all of them for each repetition would take quadratic time. */
const pick = (control: Given): Given =>
  Object.fromEntries(READ.flatMap((name) => (Object.hasOwn(control, name) ? [[name, control[name]]] : [])));

function merged(outer: Given, inner: Given): Given {
  const own = outer['results'];
  const results = Array.isArray(own) && own.length > 0 ? own : inner['results'];
  return { ...pick(inner), ...outer, results };
}

function toRule(control: Given): ReportedRule {
  const id = toText(control['id']);
  const tags = isObject(control['tags']) ? control['tags'] : {};
  const described = Object.fromEntries(
    objectsIn(Array.isArray(control['descriptions']) ? control['descriptions'] : [], 'descriptions').map((one) => [
      toText(one['label']),
      toText(one['data']),
    ]),
  );
  return {
    id,
    title: toText(control['title']) || id,
    description: toText(control['desc']) || described['default'] || '',
    rationale: described['rationale'] ?? '',
    check: described['check'] ?? toText(tags['check']),
    fix: described['fix'] ?? toText(tags['fix']),
    severity: toSeverity(tags, control['impact']),
    references: toReferences(tags),
    outcome: toOutcome(control),
  };
}

function toSeverity(tags: Given, impact: unknown): Severity {
  const named = lookUp(SEVERITIES, toText(tags['severity']).toLowerCase());
  if (named) return named;
  if (typeof impact !== 'number' || impact <= 0) return 'unknown';
  return impact >= HIGH_IMPACT ? 'high' : impact >= MEDIUM_IMPACT ? 'medium' : 'low';
}

const toReferences = (tags: Given): ReportedReference[] => [
  ...toTexts(tags['nist'])
    .filter((label) => !REVISION.test(label))
    .map((label) => ({ href: FRAMEWORK_ADDRESSES['nist']!, label: label.replace(/\s+\(/g, '(') })),
  ...toTexts(tags['cci']).map((label) => ({ href: FRAMEWORK_ADDRESSES['cci']!, label })),
];

/** The status of a control, as Heimdall computes it. */
function toOutcome(control: Given): RuleOutcome {
  const results = objectsIn(control['results'], 'results');
  const statuses = results.map(({ status, backtrace }) => (isFilled(backtrace) ? 'error' : toText(status)));
  if (!Array.isArray(control['results']) || statuses.includes('error')) return 'error';
  const waiver = control['waiver_data'];
  if (control['impact'] === 0 || (isObject(waiver) && waiver['skipped_due_to_waiver'] === true)) return 'notapplicable';
  if (statuses.includes('failed')) return 'fail';
  if (statuses.includes('passed')) return 'pass';
  return statuses.includes('skipped') ? 'notchecked' : 'error';
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
