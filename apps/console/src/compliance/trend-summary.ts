import { scoreText } from '../parts/verdict';
import { complianceTexts } from '../texts/compliance';
import { historyTexts } from '../texts/history';
import { partTexts } from '../texts/parts';

/** Summary of daily scores; each day counts its last results only, however many scans it had. Pure. */
export function summarizeTrend(scores: readonly number[]): string {
  if (scores.length === 0) return complianceTexts.noScore;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const [last, low, middle, high] = [scores.at(-1)!, Math.min(...scores), mean, Math.max(...scores)].map(scoreText);
  return historyTexts.byDay(partTexts.chart.summary(last!, low!, middle!, high!));
}
