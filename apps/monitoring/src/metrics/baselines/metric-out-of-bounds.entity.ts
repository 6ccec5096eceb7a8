import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** How far a metric was out of its baseline. */
@Entity('metric_out_of_bounds')
@ForeignKey('metric_schedule', ['schedule_id'], ['id'], {
  name: 'fk_metric_out_of_bounds_schedule_id',
  onDelete: 'CASCADE',
})
// (factor DESC, schedule_id)
@Index('ix_metric_out_of_bounds_factor', { synchronize: false })
export class MetricOutOfBoundsEntity {
  @PrimaryColumn({ type: 'integer' })
  schedule_id!: number;

  @Column({ type: 'integer' })
  factor!: number;

  @Column({ type: 'bigint' })
  time_ms!: number;
}
