import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Collection schedule of a metric of a resource. */
@Entity('metric_schedule')
@Check('ck_metric_schedule_collection_interval_ms', 'collection_interval_ms >= 30000')
@Unique('uq_metric_schedule_resource_id_metric_definition_id', ['resource_id', 'metric_definition_id'])
@ForeignKey('metric_definition', ['metric_definition_id'], ['id'], {
  name: 'fk_metric_schedule_metric_definition_id',
  onDelete: 'CASCADE',
})
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_metric_schedule_resource_id', onDelete: 'CASCADE' })
@Index('ix_metric_schedule_metric_definition_id', ['metric_definition_id', 'resource_id'])
export class MetricScheduleEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  metric_definition_id!: number;

  @Column({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'boolean' })
  is_enabled!: boolean;

  @Column({ type: 'bigint' })
  collection_interval_ms!: number;

  @Column({ type: 'bigint' })
  modified_ms!: number;
}
