import { type Markup, markup } from '@wardstone/markup';
import type { TrendPoint } from '../../reports/domain/trend';
import type { EvidenceFigures, EvidenceWaiver } from './evidence';

const VERDICTS: Readonly<Record<string, string>> = {
  compliant: 'Compliant',
  not_compliant: 'Not compliant',
  not_applicable: 'Not applicable',
  unsupported: 'Unsupported',
};
const WIDTH = 640;
const HEIGHT = 120;

export const verdictText = (verdict: string): string => VERDICTS[verdict] ?? verdict;

/** Like `28.1 %`. */
export const percentText = (value: number | null): string =>
  value === null ? '–' : `${Math.round(value * 10) / 10} %`;

/** Where nothing was judged, the score says nothing. */
export const scoreText = (verdict: string, score: number | null): string =>
  percentText(verdict === 'not_applicable' ? null : score);

/** In UTC, to the second. */
export const timeText = (time: Date): string => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** What a page begins with: each figure with its name. */
export const figureTexts = (figures: EvidenceFigures): (readonly [name: string, count: number])[] => [
  ['Assigned systems', figures.assigned],
  ['That reported', figures.reported],
  ['Compliant', figures.compliant],
  ['Compliant with exceptions', figures.compliant_with_exceptions],
  ['Not applicable', figures.not_applicable],
  ['Unsupported', figures.unsupported],
  ['With a stale result', figures.stale],
];

export const thresholdText = (threshold: number): string =>
  `A system complies when its score is at least ${percentText(threshold)}. The score weighs each rule as the guide says; it is not the share of rules that passed. With exceptions, failed rules that have one count as passed.`;

/** Who wanted and allowed it, until when. */
export const waiverText = ({ requested_by, approved_by, expires_at }: EvidenceWaiver): string =>
  `asked for by ${requested_by}, approved by ${approved_by}, until ${timeText(expires_at)}`;

export const shareOf = ({ compliant, reported }: TrendPoint): string => `${compliant} of ${reported} that reported`;

/** Places of the shares of systems that comply, of 0 to `width` and of `height` (none) to 0 (all). */
export function trendPlaces(trend: readonly TrendPoint[], width: number, height: number): [x: number, y: number][] {
  const step = width / Math.max(1, trend.length - 1);
  return trend.map(({ compliant, reported }, index) => [
    index * step,
    height * (1 - compliant / Math.max(1, reported)),
  ]);
}

export function trendLine(trend: readonly TrendPoint[]): Markup {
  const points = trendPlaces(trend, WIDTH, HEIGHT).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
  return markup`<svg viewBox="-4 -4 ${WIDTH + 8} ${HEIGHT + 8}" width="${WIDTH}" role="img"
aria-label="Share of systems that comply, 0 to 100 %"><path d="M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}" stroke="currentColor" opacity=".3"/>
<polyline points="${points.join(' ')}" fill="none" style="stroke:var(--trend)" stroke-width="2"/></svg>
`;
}
