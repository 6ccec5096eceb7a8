import { Button } from '@patternfly/react-core';
import { type Measure, UNITS, valueText } from '@wardstone/units';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { partTexts } from '../texts/parts';
import { toCsv, download, toFileName, exportPicture } from './chart-export';
import { alignSeries, hasSpread, type Measured } from './metric-data';
import { type Mark, type StatusColour, TimeChart } from './time-chart';
import type { TimeRange } from './chart-time';
import type { MetricChart } from './use-charts';

/** A horizontal line, e.g. the threshold of an alert. */
export interface Line {
  label: string;
  value: number;
}

/** A line of a chart. */
export interface Drawn extends Measured {
  label: string;
  isDashed?: boolean;
  colour?: StatusColour | undefined;
}

interface FigureProps {
  title: string;
  measure: Measure;
  /** Summary of the chart in words. */
  summary: ReactNode;
  /** Must be the same object between renderings unless the time changes. */
  range: TimeRange;
  marks?: readonly Mark[];
  baseline?: MetricChart['baseline'] | null;
  zoomed?: (range: TimeRange | undefined) => void;
  isZoomed?: boolean;
  headingLevel?: 'h2' | 'h3';
  height?: number;
  /** Beside the downloads. */
  actions?: ReactNode;
}

interface ChartFigureProps extends FigureProps {
  /** The main line comes first. Must be the same array between renderings unless it changes. */
  drawn: readonly Drawn[];
  /** Number of buckets of the time range. */
  parts: number;
  lines?: readonly Line[];
}

const NO_LINES: readonly Line[] = [];
const NO_MARKS: readonly Mark[] = [];

/** Chart of a metric with its summary and downloads; drawn when it is scrolled into view. */
export function ChartFigure({ drawn, parts, lines = NO_LINES, ...figure }: ChartFigureProps): ReactNode {
  const { range } = figure;
  const shown = useMemo(() => toShown(drawn, lines, range, parts), [drawn, lines, range, parts]);
  return <SeriesFigure {...figure} shown={shown} />;
}

/** The same for series at common times. */
export function SeriesFigure(props: FigureProps & { shown: Shown }): ReactNode {
  const { title, measure, summary, shown, range, marks = NO_MARKS, baseline, actions } = props;
  const { zoomed, isZoomed = false, headingLevel: Heading = 'h3', height = 200 } = props;
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  const band = useMemo(() => toBand(baseline), [baseline]);
  const { chart } = partTexts;
  return (
    <section ref={place} className="metric-chart" aria-label={title}>
      <div className="metric-head">
        <Heading className="metric-name">{title}</Heading>
        <span className="chart-exports">
          {actions}
          {shown.times.length > 0 && <Exports title={title} measure={measure} shown={shown} place={place} />}
        </span>
      </div>
      <p className="metric-summary">{summary}</p>
      <div className="metric-place" style={{ minHeight: height }}>
        {isSeen && (
          <TimeChart
            label={title}
            {...shown}
            measure={measure}
            band={band}
            marks={marks}
            range={range}
            isZoomed={isZoomed}
            height={height}
            {...(zoomed ? { zoomed } : {})}
          />
        )}
      </div>
      {(band || marks.length > 0) && (
        <p className="chart-key">
          {band && (
            <span className="key-of-baseline">
              {chart.baseline(valueText(band.low, measure), valueText(band.high, measure))}
            </span>
          )}
          {marks.length > 0 && <span className="key-of-marks">{chart.alertMarks(marks.length)}</span>}
        </p>
      )}
    </section>
  );
}

interface ExportsProps extends Pick<FigureProps, 'title' | 'measure'> {
  shown: Shown;
  place: RefObject<HTMLElement | null>;
}

/** Downloads of the chart as a table and as an image. */
function Exports({ title, measure, shown: { times, series, spread }, place }: ExportsProps): ReactNode {
  const { chart } = partTexts;
  const toTable = (): void => {
    const ends = spread
      ? [
          { label: chart.lowest, values: spread.low },
          { label: chart.highest, values: spread.high },
        ]
      : [];
    const unit = measure.unit === 'NONE' ? '' : measure.unit;
    const text = toCsv(times, [...series.filter(({ isLimit }) => !isLimit), ...ends], unit);
    download(new Blob([text], { type: 'text/csv' }), toFileName(title, 'csv'));
  };
  const toPicture = async (): Promise<void> => {
    const canvas = place.current?.querySelector('canvas');
    const picture = canvas && (await exportPicture(canvas, title));
    if (picture) download(picture, toFileName(title, 'png'));
  };
  return (
    <>
      <Button variant="link" size="sm" aria-label={chart.csvOf(title)} onClick={toTable}>
        CSV
      </Button>
      <Button variant="link" size="sm" aria-label={chart.pngOf(title)} onClick={() => void toPicture()}>
        PNG
      </Button>
    </>
  );
}

/** Unit of a record's values. Pure. */
export function toMeasure({ unit, perMinute }: { unit: string; perMinute: boolean }): Measure {
  return { unit: UNITS.find((known) => known === unit) ?? 'NONE', isPerMinute: perMinute };
}

export type Shown = Pick<Parameters<typeof TimeChart>[0], 'times' | 'series' | 'spread'>;

function toShown(drawn: readonly Drawn[], lines: readonly Line[], range: TimeRange, parts: number): Shown {
  const own = drawn[0];
  const isSpread = own !== undefined && hasSpread(own);
  const aligned = alignSeries(
    [
      ...drawn.map((each) => ({ ...each, field: 'value' as const })),
      ...(isSpread ? (['low', 'high'] as const).map((field) => ({ ...own, field })) : []),
    ],
    range,
    parts,
  );
  const isLined = lines.length > 0 && aligned.times.length > 0;
  // Extends lines across the whole chart if there is any value.
  const wide = <T,>(inner: readonly T[], before: T, after: T): readonly T[] =>
    isLined ? [before, ...inner, after] : inner;
  const times = wide(aligned.times, range.start, range.end);
  const values = aligned.values.map((each) => wide(each, undefined, undefined));
  return {
    times,
    series: [
      ...drawn.map(({ label, isDashed = false, colour }, at) => ({ label, isDashed, colour, values: values[at]! })),
      ...lines.map(({ label, value }) => ({ label, values: times.map(() => value), isDashed: true, isLimit: true })),
    ],
    spread: isSpread ? { low: values[drawn.length]!, high: values[drawn.length + 1]! } : undefined,
  };
}

function toBand(baseline: MetricChart['baseline'] | null | undefined): { low: number; high: number } | undefined {
  if (!baseline || baseline.min === 'NaN' || baseline.max === 'NaN') return undefined;
  return { low: baseline.min, high: baseline.max };
}

/** Whether an element has been scrolled near the visible area; never becomes false again. */
export function useSeen(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '200px' },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}
