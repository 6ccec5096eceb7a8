import type { ReportRecord, TestResultRecord } from '@wardstone/dto/compliance';
import type { AlertRest, OperationHistoryRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { ancestorsOf } from '../api/resources';
import { whyOf } from '../parts/monitoring/why-of';
import { problemTexts as texts } from '../texts/problems';

export const KINDS = ['alert', 'resource', 'compliance', 'operation'] as const;
export type Kind = (typeof KINDS)[number];

/** The most severe first. */
export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Something that requires attention. */
export interface Problem {
  key: string;
  kind: Kind;
  severity: Severity;
  name: string;
  /** The resource or system. */
  where: string;
  why: string;
  /** In ms; undefined where it is not recorded. */
  since: number | undefined;
  /** Its page. */
  to: string | undefined;
  /** Of an alert, which can be acknowledged. */
  alertId?: number;
}

export interface ProblemFilter {
  kind: string | null;
  severity: string | null;
  /** Part of name, place or reason. */
  q: string | null;
}

export function ofAlert(alert: AlertRest): Problem {
  const { id, name, alertTime, description, resource, alertDefinition } = alert;
  const severity = SEVERITIES.find((each) => each === alertDefinition.priority.toLowerCase()) ?? 'medium';
  return {
    ...{ key: `alert-${id}`, kind: 'alert', severity, name, where: resource.resourceName, why: whyOf(description) },
    ...{ since: alertTime, to: `/alerts/${id}`, alertId: id },
  };
}

/** A platform takes everything on it along. */
export function ofResource(resource: ResourceWithType): Problem {
  const { resourceId, resourceName, typeName, parentId } = resource;
  return {
    key: `resource-${resourceId}`,
    kind: 'resource',
    severity: parentId === null ? 'high' : 'medium',
    name: resourceName,
    where: ancestorsOf(resource)[0]?.name ?? '',
    why: texts.down(typeName),
    since: undefined,
    to: `/inventory/${resourceId}`,
  };
}

type Judged = Pick<TestResultRecord, 'id' | 'display_name' | 'score' | 'end_time'>;

export function ofResult(
  { id: policyId, title, compliance_threshold }: Pick<ReportRecord, 'id' | 'title' | 'compliance_threshold'>,
  { id, display_name, score, end_time }: Judged,
): Problem {
  return {
    key: `result-${id}`,
    kind: 'compliance',
    severity: 'medium',
    name: title,
    where: display_name,
    why: texts.score(score, compliance_threshold),
    since: Date.parse(end_time),
    to: `/compliance/policies/${policyId}/results/${id}`,
  };
}

export function ofOperation(operation: OperationHistoryRest): Problem {
  const { jobId, operationName, resourceName, errorMessage, lastModified } = operation;
  const resourceId = /^rhq-resource-(\d+)-/.exec(jobId)?.[1];
  return {
    key: `operation-${jobId}`,
    kind: 'operation',
    severity: 'low',
    name: operationName,
    where: resourceName,
    why: errorMessage?.split('\n', 1)[0] ?? texts.operationFailed,
    since: lastModified,
    to: resourceId === undefined ? undefined : `/inventory/${resourceId}`,
  };
}

/** Those that a filter lets through, in the order of a column, `-` in front for descending. Pure. */
export function shown(
  problems: readonly Problem[],
  { kind, severity, q }: ProblemFilter,
  sort = 'severity',
): Problem[] {
  const part = q?.toLowerCase();
  const matching = problems.filter(
    (problem) =>
      (kind === null || problem.kind === kind) &&
      (severity === null || problem.severity === severity) &&
      (part === undefined ||
        [problem.name, problem.where, problem.why].some((text) => searchable(text).includes(part))),
  );
  const [column, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  const compare = ORDERS[column] ?? bySeverity;
  return matching.sort((a, b) => sign * compare(a, b) || newestFirst(a, b) || a.key.localeCompare(b.key));
}

/** As it is typed: a number and its unit are held together by another blank. */
const searchable = (text: string): string => text.toLowerCase().replaceAll('\u00a0', ' ');

type Order = (a: Problem, b: Problem) => number;

const bySeverity: Order = (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
const newestFirst: Order = (a, b) => (b.since ?? 0) - (a.since ?? 0);
const ORDERS: Readonly<Record<string, Order>> = {
  severity: bySeverity,
  since: (a, b) => (a.since ?? 0) - (b.since ?? 0),
  kind: (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
  name: (a, b) => a.name.localeCompare(b.name),
  where: (a, b) => a.where.localeCompare(b.where),
};
