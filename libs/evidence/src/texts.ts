import { type Markup, markup } from '@wardstone/markup';
import { counted, numberText } from '@wardstone/units';
import type { EvidenceFigures, EvidenceRule, EvidenceWaiver, TrendPoint } from './evidence';

const VERDICTS: Readonly<Record<string, string>> = {
  compliant: 'Compliant',
  not_compliant: 'Non-compliant',
  not_applicable: 'Not applicable',
  unsupported: 'Unsupported',
};
const WIDTH = 640;
const HEIGHT = 120;

export const verdictText = (verdict: string): string => VERDICTS[verdict] ?? verdict;

/** Format: `28.1 %`. Rounded down, as in the console, so that a score just below a threshold stays below. */
export const percentText = (value: number | null): string =>
  value === null ? '–' : `${Math.floor(value * 10 + 1e-9) / 10} %`;

/** A scan that evaluated no rule has no meaningful score. */
export const scoreText = (verdict: string, score: number | null): string =>
  percentText(verdict === 'not_applicable' ? null : score);

/** UTC, to the second. */
export const timeText = (time: Date): string => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

export interface Figure {
  readonly name: string;
  readonly count: number;
  /** Share of the assigned systems, e.g. `63 %`; rounded down. */
  readonly share: string;
}

const toShare = (count: number, { assigned }: EvidenceFigures): string =>
  assigned === 0 ? '–' : `${Math.floor((100 * count) / assigned)} %`;

/** Figures of the summary, with the terms and numbers of the policy's page in the console. */
export function summaryFigures(figures: EvidenceFigures): Figure[] {
  const { assigned, reported, compliant, stale_compliant: stale, not_applicable, unsupported } = figures;
  const counts: readonly (readonly [name: string, count: number])[] = [
    ['Assigned', assigned],
    ['Reported', reported],
    ['Compliant', compliant - stale],
    ['Compliant, stale', stale],
    ['Non-compliant', Math.max(0, reported - compliant - not_applicable - unsupported)],
    ['Not applicable', not_applicable],
    ['Unsupported', unsupported],
    ['Never reported', assigned - reported],
    ['Stale results', figures.stale],
    ['Compliant with exceptions', figures.compliant_with_exceptions - figures.stale_compliant_with_exceptions],
  ];
  return counts.map(([name, count]) => ({ name, count, share: toShare(count, figures) }));
}

/** The main figure of the file, and the total. */
export function summaryText(figures: EvidenceFigures): string {
  const { assigned, compliant, stale_compliant: stale } = figures;
  const fresh = compliant - stale;
  const more = stale === 0 ? '' : `, ${numberText(stale)} more with stale results`;
  return `${numberText(fresh)} of ${counted(assigned, 'assigned system')} compliant (${toShare(fresh, figures)})${more}`;
}

/** The part of the policy's systems that a file is about. */
export const groupText = (group: string): string => `Only those of the inventory group ${group}`;

export const sharesText = (maxAgeDays: number | null): string =>
  `Percentages are of the assigned systems, rounded down. Each system is counted once from "Compliant" to "Never reported". ${
    maxAgeDays === null
      ? 'Results of this policy never become stale.'
      : `A result older than ${counted(maxAgeDays, 'day')} is stale.`
  }`;

export const thresholdText = (threshold: number): string =>
  `A system is compliant if its score is at least ${percentText(threshold)}. The score is weighted as the guide defines; it is not the percentage of passed rules. In figures with exceptions, failed rules that have an exception count as passed. A rule that was reviewed counts with the result of its review.`;

/** Result of the rule by a review, and the reason. */
export const reviewText = ({ result, reason }: EvidenceWaiver): string => `${result ?? ''}. ${reason}`;

/** Severity of a rule, and the one to which a waiver lowers it. */
export const severityText = ({ severity, lowering }: EvidenceRule): string =>
  lowering ? `${severity}, lowered to ${lowering.severity}` : severity;

/** Requester, approver and expiry of a waiver. */
export const waiverText = ({ requested_by, approved_by, expires_at }: EvidenceWaiver): string =>
  `requested by ${requested_by}, approved by ${approved_by}, valid until ${timeText(expires_at)}`;

/** Number of compliant systems of a day without stale results, if recorded. */
const countFresh = ({ compliant, stale_compliant: stale }: TrendPoint): number => compliant - (stale ?? 0);

/** The same including exceptions; null where they were not recorded. */
function countFreshExcepted(point: TrendPoint): number | null {
  const { compliant_with_exceptions: excepted, stale_compliant_with_exceptions: stale } = point;
  return excepted === null ? null : excepted - (stale ?? 0);
}

/** The recorded numbers of a day. */
export function dayText(point: TrendPoint): string {
  const { reported, stale } = point;
  const excepted = countFreshExcepted(point);
  const parts = [
    `${numberText(countFresh(point))} compliant`,
    ...(excepted === null ? [] : [`${numberText(excepted)} with exceptions`]),
    `${numberText(reported)} reported`,
    ...(stale === null ? [] : [`${numberText(stale)} with stale results`]),
  ];
  return parts.join(', ');
}

export type Place = readonly [x: number, y: number];

/**
 * Lines of the numbers of systems by day, scaled from 0 at `height` to `most` at 0: reporting systems, compliant
 * systems, and compliant systems including exceptions. A gap breaks a line; the last line is omitted where exceptions
 * changed nothing.
 */
export function trendLines(
  trend: readonly TrendPoint[],
  width: number,
  height: number,
): { most: number; reported: readonly Place[]; plain: readonly Place[]; excepted: readonly (readonly Place[])[] } {
  const step = width / Math.max(1, trend.length - 1);
  const most = trend.reduce((highest, { reported }) => Math.max(highest, reported), 1);
  const place = (count: number, index: number): Place => [index * step, height * (1 - count / most)];
  const excepted: Place[][] = [[]];
  for (const [index, count] of trend.map(countFreshExcepted).entries()) {
    if (count === null) excepted.push([]);
    else excepted.at(-1)!.push(place(count, index));
  }
  const isAnyExcepted = trend.some((point) => ![null, countFresh(point)].includes(countFreshExcepted(point)));
  return {
    most,
    reported: trend.map(({ reported }, index) => place(reported, index)),
    plain: trend.map((point, index) => place(countFresh(point), index)),
    excepted: isAnyExcepted ? excepted.filter((line) => line.length > 1) : [],
  };
}

/** Legend of the trend. */
export const trendKey = (isAnyExcepted: boolean): string =>
  `Grey: reported systems. Green: compliant systems, without stale results on days on which these were counted.${
    isAnyExcepted ? ' Dashed: with the exceptions of each day.' : ''
  }`;

export function trendPicture(trend: readonly TrendPoint[]): Markup {
  const { most, reported, plain, excepted } = trendLines(trend, WIDTH, HEIGHT);
  const polyline = (line: readonly Place[], colour: 'reported' | 'compliant', dashes = 'none'): Markup => markup`
<polyline points="${line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" fill="none"
style="stroke:var(--${colour})" stroke-width="2" stroke-dasharray="${dashes}"/>`;
  return markup`<svg viewBox="-4 -4 ${WIDTH + 8} ${HEIGHT + 8}" width="${WIDTH}" role="img"
aria-label="Reported and compliant systems by day, 0 to ${numberText(most)}"><path d="M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}" stroke="currentColor" opacity=".3"/>
${polyline(reported, 'reported')}${polyline(plain, 'compliant')}${excepted.map((line) => polyline(line, 'compliant', '5 4'))}</svg>
<p>Scale: 0 to ${counted(most, 'system')}. ${trendKey(excepted.length > 0)}</p>
`;
}
