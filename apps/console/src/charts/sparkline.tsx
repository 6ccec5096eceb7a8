import type { MetricChart } from './use-charts';
import { type ReactNode, useMemo } from 'react';
import { SPARK, drawSpark } from './spark-path';
import type { TimeRange } from './chart-time';

interface SparklineProps {
  /** Undefined while it is loading. */
  chart: MetricChart | undefined;
  range: TimeRange;
}

/** A small chart beside a value, with a textual summary for screen readers. */
export function Sparkline({ chart, range }: SparklineProps): ReactNode {
  const spark = useMemo(() => chart && drawSpark(chart, range), [chart, range]);
  const { width, height } = SPARK;
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {spark?.limits.map((y) => (
        <line key={y} className="spark-limit" x1="0" x2={width} y1={y} y2={y} />
      ))}
      {spark && <path className="spark-line" d={spark.line} />}
    </svg>
  );
}
