import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The last value of a counter, from which the next one becomes a rate. */
@Entity('metric_counter')
@ForeignKey('metric_schedule', ['schedule_id'], ['id'], { name: 'fk_metric_counter_schedule_id', onDelete: 'CASCADE' })
export class MetricCounterEntity {
  @PrimaryColumn({ type: 'integer' })
  schedule_id!: number;

  @Column({ type: 'bigint' })
  time_ms!: number;

  @Column({ type: 'double precision' })
  value!: number;
}
