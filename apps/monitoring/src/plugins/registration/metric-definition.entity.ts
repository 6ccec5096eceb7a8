import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A metric that the plugin of a type declares. */
@Entity('metric_definition')
@Check('ck_metric_definition_data_type', "data_type IN ('MEASUREMENT', 'TRAIT', 'COMPLEX', 'CALLTIME', 'AVAILABILITY')")
@Check('ck_metric_definition_default_interval_ms', 'default_interval_ms >= 30000')
@Check('ck_metric_definition_display_type', "display_type IN ('SUMMARY', 'DETAIL')")
@Check('ck_metric_definition_numeric_type', "numeric_type IN ('DYNAMIC', 'TRENDSUP', 'TRENDSDOWN')")
@Unique('uq_metric_definition_resource_type_id_name', ['resource_type_id', 'name', 'is_per_minute'])
@ForeignKey('resource_type', ['resource_type_id'], ['id'], {
  name: 'fk_metric_definition_resource_type_id',
  onDelete: 'CASCADE',
})
export class MetricDefinitionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_type_id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'boolean', default: false })
  is_per_minute!: boolean;

  @Column({ type: 'integer' })
  position!: number;

  @Column({ type: 'text' })
  display_name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text', default: 'NONE' })
  unit!: string;

  @Column({ type: 'text', default: 'PERFORMANCE' })
  category!: string;

  @Column({ type: 'text' })
  data_type!: 'MEASUREMENT' | 'TRAIT' | 'COMPLEX' | 'CALLTIME' | 'AVAILABILITY';

  @Column({ type: 'text', default: 'DYNAMIC' })
  numeric_type!: 'DYNAMIC' | 'TRENDSUP' | 'TRENDSDOWN';

  @Column({ type: 'text', default: 'DETAIL' })
  display_type!: 'SUMMARY' | 'DETAIL';

  @Column({ type: 'boolean' })
  is_on_by_default!: boolean;

  @Column({ type: 'bigint' })
  default_interval_ms!: number;

  @Column({ type: 'text', nullable: true })
  destination_type!: string | null;
}
