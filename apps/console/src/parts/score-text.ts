import type { ReportRecord } from '@wardstone/dto/compliance';
import { complianceTexts } from '../texts/compliance';

/** A score as percentage, with one decimal where it has some. Rounded down: a score just below a threshold stays below. Pure. */
export function scoreText(score: number): string {
  return `${String(Math.floor(score * 10 + 1e-9) / 10)} %`;
}

/** Share of the systems of a policy that comply, of those that reported. Pure. */
export function compliantText(report: Pick<ReportRecord, 'percent_compliant' | 'reported_system_count'>): string {
  return report.reported_system_count === 0 ? '–' : complianceTexts.percent(report.percent_compliant);
}
