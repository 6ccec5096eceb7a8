import type { EvidenceRule, EvidenceSystem, EvidenceWaiver } from './evidence';

/** Maximum number of systems named for each failed rule; the list of systems and the other formats name all. */
const MAX_NAMES = 30;
const SEVERITIES = ['high', 'medium', 'low'];
const TITLES = new Intl.Collator('en', { numeric: true });

export interface Finding {
  readonly rule: EvidenceRule;
  /** Number of systems that fail the rule. */
  count: number;
  /** Number of these systems with an exception. */
  waived: number;
  /** Number of these systems on which a waiver lowers the severity. */
  lowered: number;
  /** Names of the first of these systems. */
  readonly names: string[];
}

export interface UsedWaiver {
  readonly waiver: EvidenceWaiver;
  readonly rule: EvidenceRule;
  count: number;
}

/** Failed rules and exceptions of a policy. Memory depends on the number of rules and exceptions, not of systems. */
export class Findings {
  private readonly failed = new Map<string, Finding>();
  private readonly used = new Map<string, UsedWaiver>();
  private readonly lowering = new Map<string, UsedWaiver>();

  static async read(systems: AsyncIterable<EvidenceSystem>): Promise<Findings> {
    const findings = new Findings();
    for await (const system of systems) findings.add(system);
    return findings;
  }

  /** Sorted by severity, then by title. */
  get rules(): Finding[] {
    return [...this.failed.values()].sort(bySeverityAndTitle);
  }

  /** Exceptions, sorted like their rules. */
  get waivers(): UsedWaiver[] {
    return [...this.used.values()].sort(bySeverityAndTitle);
  }

  /** Waivers that lower the severity of failed rules, sorted like their rules. */
  get lowerings(): UsedWaiver[] {
    return [...this.lowering.values()].sort(bySeverityAndTitle);
  }

  private add({ display_name: name, result }: EvidenceSystem): void {
    for (const rule of result?.rules ?? []) {
      if (rule.failed) this.addRule(rule, name);
    }
  }

  private addRule(rule: EvidenceRule, name: string): void {
    const known = this.failed.get(rule.ref_id) ?? { rule, count: 0, waived: 0, lowered: 0, names: [] };
    this.failed.set(rule.ref_id, known);
    known.count += 1;
    if (known.names.length < MAX_NAMES) known.names.push(rule.waiver ? `${name} (exception)` : name);
    const { waiver, lowering } = rule;
    if (waiver) {
      known.waived += 1;
      count(this.used, waiver, rule);
    }
    if (lowering) {
      known.lowered += 1;
      count(this.lowering, lowering, rule);
    }
  }
}

function count(used: Map<string, UsedWaiver>, waiver: EvidenceWaiver, rule: EvidenceRule): void {
  const known = used.get(waiver.id) ?? { waiver, rule, count: 0 };
  used.set(waiver.id, known);
  known.count += 1;
}

interface OfRule {
  readonly rule: EvidenceRule;
}

/** Unknown severities come last. */
export function toRank(severity: string): number {
  const rank = SEVERITIES.indexOf(severity);
  return rank === -1 ? SEVERITIES.length : rank;
}

/** Most severe first, then by title. */
export const bySeverityAndTitle = ({ rule: a }: OfRule, { rule: b }: OfRule): number =>
  toRank(a.severity) - toRank(b.severity) || TITLES.compare(a.title, b.title) || TITLES.compare(a.ref_id, b.ref_id);
