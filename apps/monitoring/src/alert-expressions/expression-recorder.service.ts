import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { encodeHistogram, isStorable, MAX_BUCKETS, type NativeHistogram } from '@wardstone/metric-points';
import { Labels, METRIC_NAME } from '@wardstone/promql';
import { describeRefusals, type IncomingSeries, RefusedSeries } from '@wardstone/series-formats';
import type { Submitter } from '../authorization/viewer';
import { SeriesIntake } from '../ingest/series-intake.service';
import type { ExpressionSeries } from './expression-series';
import { type ExpressionDefinition, ExpressionQueries, type TakenEvaluation } from './expression.queries';

type RecordedLabels = Readonly<Record<string, string>>;

/** Stores the results of recording rules as series of their author. See rule alerts-69. */
@Injectable()
export class ExpressionRecorder {
  constructor(
    private readonly queries: ExpressionQueries,
    private readonly intake: SeriesIntake,
    private readonly db: Database,
  ) {}

  /**
   * Samples are stored first, because storing them twice changes nothing and an interrupted evaluation is repeated.
   * @param timeMs time of the samples
   * @throws samples_refused
   */
  async take(
    definition: ExpressionDefinition,
    record: string,
    found: readonly ExpressionSeries[],
    author: Submitter,
    { timeMs, ...next }: TakenEvaluation & { timeMs: number },
  ): Promise<void> {
    const { id } = definition;
    const before = await this.queries.findRecorded(id);
    const current = new Map(
      found.map(({ labels, values: [value], histograms }) => {
        const named = labels.with(METRIC_NAME, record);
        return [named.key, { labels: named, value: histograms?.[0] ?? value! }];
      }),
    );
    const ended = before.map(toLabels).filter(({ key }) => !current.has(key));
    const { refusals } = await this.intake.store(author, 'Prometheus Target', [
      ...[...current.values()].map(({ labels, value }) => toSeries(labels, timeMs, value)),
      ...ended.map((labels) => toSeries(labels, timeMs, null)),
    ]);
    const recorded = [...current.values()].map(({ labels }) => Object.fromEntries(labels.entries));
    await this.db.transaction(async (tx) => {
      const taken = await this.queries.takeEvaluations([{ definition, next }], tx);
      if (taken.has(id)) await this.queries.saveRecorded(tx, id, recorded);
    });
    if (refusals.length > 0) throw new ApiError(MonitoringError.samples_refused, describeRefusals(refusals));
  }
}

const TOO_LARGE = new RefusedSeries('invalid_histogram', '', `a native histogram has more than ${MAX_BUCKETS} buckets`);

function toLabels(recorded: RecordedLabels): Labels {
  return Labels.of(Object.entries(recorded));
}

function toSeries(labels: Labels, timeMs: number, value: number | NativeHistogram | null): IncomingSeries {
  // Keys made of the bytes of a request never contain this letter.
  const series = { key: `\u0101${labels.key}`, labels: () => labels.entries };
  if (value === null || typeof value === 'number') return { ...series, times: [timeMs], values: [value] };
  const bytes = isStorable(value) ? encodeHistogram(value) : TOO_LARGE;
  return { ...series, times: [], values: [], histograms: [{ timeMs, bytes }] };
}
