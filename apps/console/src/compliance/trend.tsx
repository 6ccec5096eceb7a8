import { Button, ToolbarItem } from '@patternfly/react-core';
import type { ReportRecord, ReportTrendRecord, SystemTrendRecord } from '@wardstone/client/compliance';
import { type ComponentProps, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { Link } from 'react-router';
import { LIVE, slicePage, useApi, withQuery } from '../api/client';
import { COMPLIANCE, type Single } from '../api/compliance';
import type { Drawn } from '../charts/chart-figure';
import { DAY, DAY_SPANS, overlappingDays } from '../charts/chart-time';
import { ChartTimeBar, useChartTime } from '../charts/chart-time-bar';
import { EmptyPart, Loaded, Loading } from '../parts/states';
import { LinkButton, Part } from '../parts/page';
import { type Column, column, PagedRows } from '../parts/list';
import { readPaging, useQueryString } from '../parts/filters';
import { getScore, scoreText, VerdictLabel } from '../parts/verdict';
import { complianceTexts } from '../texts/compliance';
import { historyTexts as texts } from '../texts/history';
import { summarizeTrend } from './trend-summary';

type ReportPoint = ReportTrendRecord['points'][number];
type SystemPoint = SystemTrendRecord['points'][number];
type Point = Pick<ReportPoint, 'day' | 'score' | 'score_with_exceptions'> &
  Partial<Pick<SystemPoint, 'verdict' | 'verdict_with_exceptions'>>;

/** Loads the chart library with the first chart. */
const ChartFigure = lazy(async () => ({ default: (await import('../charts/chart-figure')).ChartFigure }));

const { parts: words } = complianceTexts.report;
const SCORE = { unit: 'PERCENTAGE', isPerMinute: false } as const;
const COUNT = { unit: 'NONE', isPerMinute: false } as const;

interface Count<T> {
  label: string;
  /** Null if unknown. */
  of: (point: T) => number | null;
  /** Shows the series only if at least one day passes this test. */
  isSeen?: (point: T) => boolean;
  /** Colour of the same verdict in bars. */
  colour?: Drawn['colour'];
}

interface TrendProps<T extends Point> {
  /** Path of the operation. */
  path: string;
  /** Items of the toolbar. */
  tools?: (days: { from: string; to: string }) => ReactNode;
  report: ReportRecord;
  scoreTitle: string;
  countsTitle: string;
  counts: readonly Count<T>[];
  columns: readonly Column<T>[];
  /** Whether every day has a point; otherwise only days with a scan. */
  isDaily?: boolean;
}

/** Scores and counts by day, as charts and as a table. */
function Trend<T extends Point>({ path, tools, ...shown }: TrendProps<T>): ReactNode {
  const [time, zoom] = useChartTime('90d');
  const { from, to } = overlappingDays(time);
  const query = useApi<Single<{ points: readonly T[] }>>(withQuery(path, { from, to }), LIVE);
  return (
    <>
      <ChartTimeBar time={time} spans={DAY_SPANS}>
        {tools?.({ from, to })}
      </ChartTimeBar>
      <Loaded query={query} lines={8}>
        {({ data: { points } }) =>
          points.length === 0 ? (
            <NoTrend isWhole={time.span === '2y'} policyId={shown.report.id} />
          ) : (
            <Days {...shown} points={points} from={from} to={to} zoomed={zoom} isZoomed={time.span === undefined} />
          )
        }
      </Loaded>
    </>
  );
}

function NoTrend({ isWhole, policyId }: { isWhole: boolean; policyId: string }): ReactNode {
  const [, change] = useQueryString();
  const { title, body, longer, systems } = texts.empty;
  const action = isWhole ? (
    <LinkButton to={`/compliance/policies/${policyId}?tab=systems`}>{systems}</LinkButton>
  ) : (
    <Button onClick={() => change({ span: '2y', start: undefined, end: undefined })}>{longer}</Button>
  );
  return <EmptyPart title={title} body={body} action={action} />;
}

type DaysProps<T extends Point> = Omit<TrendProps<T>, 'path' | 'tools'> & {
  points: readonly T[];
  from: string;
  to: string;
} & Pick<ComponentProps<typeof ChartFigure>, 'zoomed' | 'isZoomed'>;

function Days<T extends Point>(props: DaysProps<T>): ReactNode {
  const { points, from, to, report, scoreTitle, countsTitle, counts, columns, isDaily = false, ...zooming } = props;
  const [search] = useQueryString();
  const range = useMemo(() => overlappingDays({ start: Date.parse(from), end: Date.parse(to) + DAY }), [from, to]);
  const ofScore = useMemo(
    () => toDrawn([{ label: scoreTitle, of: toShare(judged) }, EXCEPTED_SCORE], points, isDaily),
    [scoreTitle, points, isDaily],
  );
  const ofCounts = useMemo(() => toDrawn(counts, points, isDaily), [counts, points, isDaily]);
  const { compliance_threshold: threshold } = report;
  const lines = useMemo(() => [{ label: texts.threshold(threshold), value: threshold / 100 }], [threshold]);
  const last = points.at(-1)!;
  const rows = useMemo(() => [...points].reverse(), [points]);
  return (
    <div className="parts-of-page">
      <div className="metric-charts">
        <Suspense fallback={<Loading />}>
          <ChartFigure
            title={scoreTitle}
            measure={SCORE}
            summary={summarizeTrend(points.flatMap((point) => judged(point) ?? []))}
            drawn={ofScore}
            lines={lines}
            range={range}
            parts={range.count}
            headingLevel="h2"
            {...zooming}
          />
          <ChartFigure
            title={countsTitle}
            measure={COUNT}
            summary={counts.map(({ label, of }) => `${label} ${countText(of(last))}`).join(' · ')}
            drawn={ofCounts}
            range={range}
            parts={range.count}
            headingLevel="h2"
            {...zooming}
          />
        </Suspense>
      </div>
      <Part title={texts.days}>
        <PagedRows<T>
          label={texts.days}
          page={slicePage(rows, readPaging(search))}
          toKey={({ day }) => day}
          columns={columns}
          empty={null}
        />
      </Part>
    </div>
  );
}

function drawn<T extends Point>(
  label: string,
  points: readonly T[],
  of: (point: T) => number | null,
  isDaily: boolean,
): Drawn {
  const dataPoints = points.map((point) => {
    const value = of(point) ?? ('NaN' as const);
    return { timeStamp: Date.parse(point.day), value, low: value, high: value };
  });
  return { label, dataPoints, interval: isDaily ? DAY : undefined };
}

/** Series of another kind are dashed, and omitted if they have no values. */
function toDrawn<T extends Point>(counts: readonly Count<T>[], points: readonly T[], isDaily: boolean): Drawn[] {
  return counts
    .filter(({ isSeen }) => isSeen === undefined || points.some(isSeen))
    .map(({ label, of, isSeen, colour }) => ({
      ...drawn(label, points, of, isDaily),
      isDashed: isSeen !== undefined,
      colour,
    }));
}

const countText = (count: number | null): string => count?.toString() ?? complianceTexts.noExceptions;

/** A scan without evaluated rules has no score. */
const judged = ({ verdict = 'compliant', score }: Point): number | null => getScore({ verdict, score });

const judgedWithExceptions = ({
  verdict_with_exceptions: verdict,
  score_with_exceptions: score,
}: Point): number | null => getScore({ verdict: verdict ?? 'compliant', score });

const toShare =
  (scoreOfPoint: (point: Point) => number | null) =>
  (point: Point): number | null => {
    const score = scoreOfPoint(point);
    return score === null ? null : score / 100;
  };

const EXCEPTED_SCORE: Count<Point> = {
  label: texts.scoreWithExceptions,
  of: toShare(judgedWithExceptions),
  isSeen: (point) => ![null, judged(point)].includes(judgedWithExceptions(point)),
};

/** Both numbers in one cell, if exceptions make a difference. */
const withExceptions = (plain: string, excepted: string | null): string =>
  excepted === null || excepted === plain ? plain : texts.both(plain, excepted);

const DAY_COLUMN: Column<Pick<Point, 'day'>> = column('day', texts.day, ({ day }) => <time dateTime={day}>{day}</time>);

const scoreColumn = <T extends Point>(title: string): Column<T> =>
  column('score', texts.withExceptions(title), 'number', (point) => {
    const excepted = judgedWithExceptions(point);
    return withExceptions(scoreText(judged(point)), excepted === null ? null : scoreText(excepted));
  });

const countColumn = <T extends Point>({ label, of }: Count<T>): Column<T> =>
  column(label, label, 'number', (point) => countText(of(point)));

/** Without stale results, on days for which these were counted. */
const freshCompliant = ({ compliant, stale_compliant: stale }: ReportPoint): number => compliant - (stale ?? 0);

const freshExcepted = (point: ReportPoint): number | null => {
  const { compliant_with_exceptions: excepted, stale_compliant_with_exceptions: stale } = point;
  return excepted === null ? null : excepted - (stale ?? 0);
};

const COMPLIANT_COLUMN: Column<ReportPoint> = column(
  'compliant',
  texts.withExceptions(words.compliant),
  'number',
  (point) => {
    const excepted = freshExcepted(point);
    return withExceptions(countText(freshCompliant(point)), excepted === null ? null : countText(excepted));
  },
);

const REPORTED: Count<ReportPoint> = { label: texts.reported, colour: 'neutral', of: ({ reported }) => reported };

/** Verdicts and ages that do not depend on exceptions. */
const OTHER_COUNTS: readonly Count<ReportPoint>[] = [
  {
    label: words.not_compliant,
    colour: 'danger',
    of: (point) => Math.max(0, point.reported - point.compliant - point.unsupported - point.not_applicable),
  },
  { label: words.not_applicable, colour: 'info', of: (point) => point.not_applicable },
  { label: words.unsupported, colour: 'warning', of: ({ unsupported }) => unsupported },
  { label: texts.stale, colour: 'neutral', of: ({ stale }) => stale, isSeen: ({ stale }) => (stale ?? 0) > 0 },
];

/** Reported systems come first, because later lines are drawn above equal ones. */
const REPORT_COUNTS: readonly Count<ReportPoint>[] = [
  REPORTED,
  { label: words.compliant, colour: 'success', of: freshCompliant },
  {
    label: texts.compliantWithExceptions,
    colour: 'success',
    of: freshExcepted,
    isSeen: (point) => ![null, freshCompliant(point)].includes(freshExcepted(point)),
  },
  ...OTHER_COUNTS,
];

/** Numbers of a policy by day. */
export function PolicyTrend({ report }: { report: ReportRecord }): ReactNode {
  const page = `/compliance/policies/${report.id}/changes`;
  return (
    <Trend<ReportPoint>
      path={`${COMPLIANCE}/reports/${report.id}/trend`}
      report={report}
      scoreTitle={texts.meanScore}
      countsTitle={texts.systems}
      counts={REPORT_COUNTS}
      isDaily
      tools={({ from, to }) => (
        <ToolbarItem alignSelf="center">
          <Link to={withQuery(page, { from, to })}>{texts.changesBetween}</Link>
        </ToolbarItem>
      )}
      columns={[
        DAY_COLUMN,
        scoreColumn(texts.meanScore),
        countColumn(REPORTED),
        COMPLIANT_COLUMN,
        ...OTHER_COUNTS.map(countColumn),
        column('changes', texts.change, ({ day }) => (
          <Link to={withQuery(page, { from: dayBefore(day), to: day })} aria-label={texts.changesOf(day)}>
            {texts.changes}
          </Link>
        )),
      ]}
    />
  );
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

const SYSTEM_COUNTS: readonly Count<SystemPoint>[] = [
  { label: texts.failedRules, colour: 'danger', of: (point) => point.failed_rule_count },
  { label: texts.passedRules, colour: 'success', of: (point) => point.passed_rule_count },
];

/** Results of a system by day. */
export function SystemTrend({ report, systemId }: { report: ReportRecord; systemId: string }): ReactNode {
  return (
    <Trend<SystemPoint>
      path={`${COMPLIANCE}/reports/${report.id}/systems/${encodeURIComponent(systemId)}/trend`}
      report={report}
      scoreTitle={texts.score}
      countsTitle={texts.rules}
      counts={SYSTEM_COUNTS}
      columns={[
        DAY_COLUMN,
        column('verdict', complianceTexts.verdict, ({ verdict }) => <VerdictLabel value={verdict} />),
        column('verdict_with_exceptions', complianceTexts.withExceptions, ({ verdict_with_exceptions: verdict }) =>
          verdict === null ? complianceTexts.noExceptions : <VerdictLabel value={verdict} />,
        ),
        scoreColumn(texts.score),
        ...SYSTEM_COUNTS.map(countColumn),
      ]}
    />
  );
}
