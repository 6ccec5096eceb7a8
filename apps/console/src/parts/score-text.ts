import type { ReportRecord, TestResultRecord } from '@wardstone/client/compliance';
import { complianceTexts } from '../texts/compliance';

/** A score as percentage, with one decimal where it has some, or that there is none. Rounded down: a score just below a threshold stays below. Pure. */
export function scoreText(score: number | null): string {
  if (score === null) return complianceTexts.noScore;
  return `${String(Math.floor(score * 10 + 1e-9) / 10)} %`;
}

/** The score of a result, which is none where no rule was judged. Pure. */
export function scoreOf({ verdict, score }: Pick<TestResultRecord, 'verdict' | 'score'>): number | null {
  return verdict === 'not_applicable' ? null : score;
}

type Counted = Pick<ReportRecord, 'percent_compliant' | 'assigned_system_count' | 'reported_system_count'>;

/** Share of the systems of a policy that comply, as long as one reported. Pure. */
export function compliantText(report: Counted): string {
  if (report.assigned_system_count === 0) return complianceTexts.noSystems;
  return report.reported_system_count === 0 ? '–' : complianceTexts.percent(report.percent_compliant);
}
