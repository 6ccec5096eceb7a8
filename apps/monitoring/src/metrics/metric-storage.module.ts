import { Module } from '@nestjs/common';
import { MetricTierQueries } from './data/metric-tier.queries';
import { HistogramStore } from './storage/histogram-store';
import { HistogramQueries } from './storage/histogram.queries';
import { MetricChunkQueries } from './storage/metric-chunk.queries';
import { MetricLogQueries } from './storage/metric-log.queries';
import { MetricReader } from './storage/metric-reader';
import { MetricBuffer } from './storage/metric-buffer';
import { MetricWriter } from './storage/metric-writer';
import { PointMetrics } from './storage/point-metrics';
import { WatchedPointQueries } from './storage/watched-point.queries';
import { TraitReports } from './traits/trait-reports';
import { BucketReader } from './data/bucket-reader';
import { KnownSchedules } from './submission/known-schedules';
import { KnownSchedulesQueries } from './submission/known-schedules.queries';
import { CapturedPoints } from './storage/captured-points.service';
import { TraitQueries } from './traits/trait.queries';

const STORAGE = [
  MetricWriter,
  MetricReader,
  HistogramStore,
  MetricBuffer,
  BucketReader,
  CapturedPoints,
  TraitReports,
  KnownSchedules,
];
const QUERIES = [
  MetricLogQueries,
  MetricChunkQueries,
  HistogramQueries,
  MetricTierQueries,
  WatchedPointQueries,
  TraitQueries,
  KnownSchedulesQueries,
];

/** Storage of metric data, with one instance per process that writers, readers and listeners share. */
@Module({ providers: [...STORAGE, ...QUERIES, PointMetrics], exports: [...STORAGE, ...QUERIES] })
export class MetricStorageModule {}
