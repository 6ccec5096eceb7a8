import { Alert, Spinner } from '@patternfly/react-core';
import { NO_UNIT } from '@wardstone/units';
import { type ReactNode, useMemo } from 'react';
import { useFetched } from '../api/client';
import { type InstantResult, type PromqlResponse, queryInstant, queryRange, type RangeResult } from '../api/promql';
import { SeriesFigure } from '../charts/chart-figure';
import type { ChartTime, TimeRange } from '../charts/chart-time';
import { column, DataTable } from '../parts/list';
import { EmptyPart, ErrorState, LoadingLines } from '../parts/states';
import { Time } from '../parts/values';
import { exploreTexts as texts } from '../texts/explore';
import type { PromqlNote } from '../parts/promql/promql-notes';
import { firstStep } from './domain/query-address';
import {
  chartData,
  chartNotes,
  isTruncated,
  MAX_LINES,
  MAX_ROWS,
  MAX_VALUES,
  toNotes,
  type ResultRow,
  tableRows,
} from './domain/query-result';

interface Results {
  overTime: PromqlResponse<RangeResult> | Error;
  atEnd: PromqlResponse<InstantResult> | Error;
  notes: readonly PromqlNote[];
}

interface ResultWanted {
  expression: string;
  range: TimeRange;
  /** In seconds. */
  step: number;
}

/** The result of a query over a time and at its end; nothing is read of an empty expression. */
export function useQueryResult({ expression, range: { start, end }, step }: ResultWanted) {
  const first = firstStep(start, step);
  const query = expression.trim();
  return useFetched<Results>(
    ['promql', query, first, end, step],
    async (signal) => {
      const [range, instant] = await Promise.allSettled([
        queryRange({ query, start: first, end, step, limit: MAX_LINES }, signal),
        queryInstant({ query, time: end, limit: MAX_ROWS }, signal),
      ]);
      if (range.status === 'rejected' && instant.status === 'rejected') throw instant.reason as Error;
      const responses = [range, instant].flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const overTime = toOutcome(range);
      const notes = [...toNotes(responses), ...(overTime instanceof Error ? [] : chartNotes(overTime.data))];
      return { overTime, atEnd: toOutcome(instant), notes };
    },
    { enabled: query !== '' },
  );
}

function toOutcome<T>(settled: PromiseSettledResult<T>): T | Error {
  return settled.status === 'fulfilled' ? settled.value : (settled.reason as Error);
}

interface QueryResultProps {
  query: ReturnType<typeof useQueryResult>;
  /** Number of the query, from 1. */
  at: number;
  time: ChartTime;
  /** In seconds. */
  step: number;
  zoomed: (range: TimeRange | undefined) => void;
}

/** Chart and table of a query, with its warnings. */
export function QueryResult({ query, ...shown }: QueryResultProps): ReactNode {
  const { data, error, isFetching, refetch } = query;
  if (!data && !error) return isFetching ? <LoadingLines lines={4} /> : null;
  return (
    <>
      {isFetching && <Spinner size="md" aria-label={texts.running} />}
      <div aria-live="polite" className="query-notes">
        {error && <ErrorState error={error} title={texts.failed} retry={() => void refetch()} />}
        {data?.notes.map(({ severity, text }) => (
          <Alert key={text} variant={severity === 'error' ? 'danger' : severity} isInline isPlain title={text} />
        ))}
      </div>
      {data && !error && <Shown overTime={data.overTime} atEnd={data.atEnd} {...shown} />}
    </>
  );
}

type ShownProps = Omit<QueryResultProps, 'query'>;

function Shown({ overTime, atEnd, ...shown }: Omit<Results, 'notes'> & ShownProps): ReactNode {
  return (
    <>
      {overTime instanceof Error ? (
        <Alert variant="info" isInline isPlain title={texts.noChart}>
          {overTime.message}
        </Alert>
      ) : (
        <ResultChart response={overTime} {...shown} />
      )}
      {atEnd instanceof Error ? (
        <ErrorState error={atEnd} title={texts.failed} />
      ) : (
        <ResultTable response={atEnd} at={shown.at} time={shown.time.end} />
      )}
    </>
  );
}

function ResultChart({
  response,
  at,
  time,
  step,
  zoomed,
}: ShownProps & { response: PromqlResponse<RangeResult> }): ReactNode {
  const shown = useMemo(
    () => chartData(response.data, { start: firstStep(time.start, step), end: time.end }, step),
    [response, time, step],
  );
  if (shown.series.length === 0) return null;
  return (
    <SeriesFigure
      title={texts.chartOf(at)}
      measure={NO_UNIT}
      summary={isTruncated(response) ? texts.chartCut(MAX_LINES) : ''}
      shown={shown}
      range={time}
      zoomed={zoomed}
      isZoomed={time.span === undefined}
      height={260}
    />
  );
}

interface ResultTableProps {
  response: PromqlResponse<InstantResult>;
  at: number;
  /** In ms. */
  time: number;
}

function ResultTable({ response, at, time }: ResultTableProps): ReactNode {
  const rows = useMemo(() => tableRows(response.data), [response]);
  const isOfTimes = response.data.resultType === 'matrix';
  if (rows.length === 0) return <EmptyPart {...texts.empty} headingLevel="h3" />;
  return (
    <>
      <p className="metric-summary">
        {isTruncated(response) && `${texts.tableCut(MAX_ROWS)} `}
        {isOfTimes ? (
          texts.newest(MAX_VALUES)
        ) : (
          <>
            {texts.valuesAt} <Time at={time} />
          </>
        )}
      </p>
      <DataTable<ResultRow>
        label={texts.tableOf(at)}
        rows={rows}
        toKey={({ key }) => key}
        columns={[
          column('labels', texts.series, ({ labels }) => <code>{labels}</code>),
          ...(isOfTimes ? [column<ResultRow>('time', texts.time, ({ time: of }) => <Time at={of} />)] : []),
          column('value', texts.value, 'number', ({ value }) => value),
        ]}
      />
    </>
  );
}
