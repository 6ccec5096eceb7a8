import { type Markup, markup } from '@wardstone/markup';
import { counted, numberText } from '@wardstone/units';
import type { EvidenceFigures, EvidenceWaiver, TrendPoint } from './evidence';

const VERDICTS: Readonly<Record<string, string>> = {
  compliant: 'Compliant',
  not_compliant: 'Non-compliant',
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
  ['Reported', figures.reported],
  ['Compliant', figures.compliant],
  ['Compliant with exceptions', figures.compliant_with_exceptions],
  ['Not applicable', figures.not_applicable],
  ['Unsupported', figures.unsupported],
  ['Stale result', figures.stale],
];

export const thresholdText = (threshold: number): string =>
  `A system is compliant if its score is at least ${percentText(threshold)}. The score is weighted as the guide defines; it is not the percentage of passed rules. In figures with exceptions, failed rules that have an exception count as passed. Rules that were not checked or do not apply are not listed.`;

/** Who wanted and allowed it, until when. */
export const waiverText = ({ requested_by, approved_by, expires_at }: EvidenceWaiver): string =>
  `requested by ${requested_by}, approved by ${approved_by}, valid until ${timeText(expires_at)}`;

/** What a day came to, as far as it is known. */
export function shareText({ compliant, reported, compliant_with_exceptions: excepted, stale }: TrendPoint): string {
  const more = [
    ...(excepted === null ? [] : [`${numberText(excepted)} with exceptions`]),
    ...(stale === null ? [] : [`${numberText(stale)} with stale results`]),
  ];
  return [`${numberText(compliant)} of ${counted(reported, 'reporting system')} compliant`, ...more].join(', ');
}

export type Place = readonly [x: number, y: number];

/**
 * Lines through the shares of systems that comply, of 0 to `width` and of `height` (none) to 0 (all): `excepted` with exceptions,
 * where these are known of days that follow one another; without any where they were never worth anything.
 */
export function trendLines(
  trend: readonly TrendPoint[],
  width: number,
  height: number,
): { plain: readonly Place[]; excepted: readonly (readonly Place[])[] } {
  const step = width / Math.max(1, trend.length - 1);
  const place = (count: number, index: number): Place => [
    index * step,
    height * (1 - count / Math.max(1, trend[index]!.reported)),
  ];
  const excepted: Place[][] = [[]];
  for (const [index, { compliant_with_exceptions: count }] of trend.entries()) {
    if (count === null) excepted.push([]);
    else excepted.at(-1)!.push(place(count, index));
  }
  const isAnyExcepted = trend.some(
    ({ compliant, compliant_with_exceptions: count }) => count !== null && count !== compliant,
  );
  return {
    plain: trend.map(({ compliant }, index) => place(compliant, index)),
    excepted: isAnyExcepted ? excepted.filter((line) => line.length > 1) : [],
  };
}

export const EXCEPTED_LINE = 'The dashed line includes the exceptions of each day.';

export function trendPicture(trend: readonly TrendPoint[]): Markup {
  const { plain, excepted } = trendLines(trend, WIDTH, HEIGHT);
  const polyline = (line: readonly Place[], dashes: string): Markup => markup`
<polyline points="${line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" fill="none"
style="stroke:var(--trend)" stroke-width="2" stroke-dasharray="${dashes}"/>`;
  return markup`<svg viewBox="-4 -4 ${WIDTH + 8} ${HEIGHT + 8}" width="${WIDTH}" role="img"
aria-label="Percentage of compliant systems, 0 to 100 %"><path d="M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}" stroke="currentColor" opacity=".3"/>
${polyline(plain, 'none')}${excepted.map((line) => polyline(line, '5 4'))}</svg>
${excepted.length > 0 ? markup`<p>${EXCEPTED_LINE}</p>` : ''}
`;
}
