import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The points of one metric in one slice of time, rolled up. */
abstract class MetricTier {
  @Column({ type: 'double precision' })
  avg!: number;

  @Column({ type: 'double precision' })
  min!: number;

  @Column({ type: 'double precision' })
  max!: number;

  @PrimaryColumn({ type: 'integer' })
  schedule_id!: number;

  /** The first hour of the slice, counted from the epoch. */
  @PrimaryColumn({ type: 'integer' })
  hour!: number;
}

@Entity('metric_1h')
@Index('ix_metric_1h_hour', ['hour'], { type: 'brin' })
export class Metric1hEntity extends MetricTier {}

@Entity('metric_6h')
@Index('ix_metric_6h_hour', ['hour'], { type: 'brin' })
export class Metric6hEntity extends MetricTier {}

@Entity('metric_24h')
@Index('ix_metric_24h_hour', ['hour'], { type: 'brin' })
export class Metric24hEntity extends MetricTier {}
