import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The points of one metric in one hour. Partitioned by days. */
@Entity('metric_chunk')
export class MetricChunkEntity {
  @Column({ type: 'double precision' })
  sum!: number;

  @Column({ type: 'double precision' })
  min!: number;

  @Column({ type: 'double precision' })
  max!: number;

  @PrimaryColumn({ type: 'integer' })
  schedule_id!: number;

  @PrimaryColumn({ type: 'integer' })
  hour!: number;

  @Column({ type: 'integer' })
  point_count!: number;

  @Column({ type: 'integer', comment: 'Time of the first point, in ms since the hour began' })
  first_ms!: number;

  @Column({ type: 'integer' })
  last_ms!: number;

  @Column({ type: 'bytea' })
  points!: Buffer;
}
