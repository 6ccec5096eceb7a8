import type { DryRun } from '@wardstone/client/monitoring';
import { NO_UNIT } from '@wardstone/units';
import { type ReactNode, useMemo } from 'react';
import { ChartFigure, type Drawn, type Line } from '../charts/chart-figure';
import type { Mark } from '../charts/time-chart';
import { legendTexts } from '../parts/promql/labels-text';
import { alertTexts } from '../texts/alerts';

const texts = alertTexts.definition.dryRun;

interface ExpressionChartProps {
  result: NonNullable<DryRun['result']>;
  /** The threshold. */
  lines: readonly Line[];
  /** Alerts of the dry run, which covers a longer period than the chart. */
  marks: readonly Mark[];
}

/** Result of an expression in the last day, with its threshold and alerts. */
export function ExpressionChart({ result, lines, marks }: ExpressionChartProps): ReactNode {
  const { startTime, endTime, step, series, seriesCount } = result;
  const range = useMemo(() => ({ start: startTime, end: endTime + step }), [startTime, endTime, step]);
  const drawn = useMemo(() => toDrawn(series, step), [series, step]);
  const shown = useMemo(() => marks.filter(({ at }) => at >= startTime), [marks, startTime]);
  return (
    <ChartFigure
      title={texts.result}
      measure={NO_UNIT}
      summary={
        series.length < seriesCount ? texts.resultCut(series.length, seriesCount) : texts.resultCount(seriesCount)
      }
      drawn={drawn}
      lines={lines}
      marks={shown}
      range={range}
      parts={Math.round((range.end - range.start) / step)}
    />
  );
}

function toDrawn(series: ExpressionChartProps['result']['series'], interval: number): Drawn[] {
  const labels = legendTexts(series.map((one) => one.labels));
  return series.map(({ dataPoints }, line) => ({
    label: labels[line]!,
    interval,
    dataPoints: dataPoints.map(({ timeStamp, value }) => ({ timeStamp, value, low: value, high: value })),
  }));
}
