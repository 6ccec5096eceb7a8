import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** The ordinary range of a metric, and the values it was computed from. */
@Entity('metric_baseline')
@Check('ck_metric_baseline_mean', '(min <= mean) AND (mean <= max)')
@Unique('uq_metric_baseline_schedule_id', ['schedule_id'])
@ForeignKey('metric_schedule', ['schedule_id'], ['id'], { name: 'fk_metric_baseline_schedule_id', onDelete: 'CASCADE' })
export class MetricBaselineEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  schedule_id!: number;

  @Column({ type: 'double precision' })
  min!: number;

  @Column({ type: 'double precision' })
  max!: number;

  @Column({ type: 'double precision' })
  mean!: number;

  @Column({ type: 'boolean' })
  is_user_entered!: boolean;

  @Column({ type: 'bigint' })
  computed_ms!: number;
}
