import { Module } from '@nestjs/common';
import { MetricTierQueries } from './data/metric-tier.queries';
import { MetricChunkQueries } from './storage/metric-chunk.queries';
import { MetricLogQueries } from './storage/metric-log.queries';
import { MetricReader } from './storage/metric-reader';
import { MetricBuffer } from './storage/metric-buffer';
import { MetricWriter } from './storage/metric-writer';
import { WatchedPointQueries } from './storage/watched-point.queries';
import { TraitReports } from './traits/trait-reports';

const STORAGE = [
  MetricWriter,
  MetricReader,
  MetricBuffer,
  MetricLogQueries,
  MetricChunkQueries,
  MetricTierQueries,
  WatchedPointQueries,
  TraitReports,
];

/** The storage of what is measured, one per process: features that write or read it, or hear of it, share it. */
@Module({ providers: STORAGE, exports: STORAGE })
export class MetricStorageModule {}
