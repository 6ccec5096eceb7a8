import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An alert definition of a resource, or a template for the members of a group or the resources of a type. */
@Entity('alert_definition')
@Check('ck_alert_definition_condition_mode', "condition_mode IN ('ANY', 'ALL')")
@Check(
  'ck_alert_definition_dampening_category',
  "dampening_category IN ('NONE', 'ONCE', 'CONSECUTIVE_COUNT', 'PARTIAL_COUNT', 'DURATION_COUNT', 'INVERSE_COUNT')",
)
@Check('ck_alert_definition_dampening_unit', "dampening_unit IN ('MINUTES', 'HOURS', 'DAYS', 'WEEKS')")
@Check(
  'ck_alert_definition_owner',
  'is_deleted OR (num_nonnulls(resource_id, resource_group_id, resource_type_id) = 1)',
)
@Check('ck_alert_definition_priority', "priority IN ('HIGH', 'MEDIUM', 'LOW')")
@ForeignKey('alert_definition', ['parent_id'], ['id'], { name: 'fk_alert_definition_parent_id', onDelete: 'SET NULL' })
@ForeignKey('resource_group', ['resource_group_id'], ['id'], {
  name: 'fk_alert_definition_resource_group_id',
  onDelete: 'SET NULL',
})
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_alert_definition_resource_id', onDelete: 'CASCADE' })
@ForeignKey('resource_type', ['resource_type_id'], ['id'], {
  name: 'fk_alert_definition_resource_type_id',
  onDelete: 'CASCADE',
})
@Index('ix_alert_definition_name', ['name', 'id'])
// (( CASE priority WHEN 'HIGH' THEN 1 WHEN 'MEDIUM' THEN 2 ELSE 3 END), id)
@Index('ix_alert_definition_priority', { synchronize: false })
@Index('ix_alert_definition_recovery_id', ['recovery_id'])
@Index('ix_alert_definition_resource_group_id', ['resource_group_id'])
@Index('ix_alert_definition_resource_id', ['resource_id'])
@Index('ix_alert_definition_resource_type_id', ['resource_type_id'])
@Index('uq_alert_definition_parent_id_resource_id', ['parent_id', 'resource_id'], {
  unique: true,
  where: 'NOT is_deleted',
})
export class AlertDefinitionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer', nullable: true })
  resource_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  resource_group_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  resource_type_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  parent_id!: number | null;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'boolean' })
  is_enabled!: boolean;

  @Column({ type: 'text' })
  priority!: 'HIGH' | 'MEDIUM' | 'LOW';

  @Column({ type: 'integer', comment: 'Kept when the other one is gone; 0 for none' })
  recovery_id!: number;

  @Column({ type: 'text' })
  condition_mode!: 'ANY' | 'ALL';

  @Column({ type: 'text' })
  dampening_category!: 'NONE' | 'ONCE' | 'CONSECUTIVE_COUNT' | 'PARTIAL_COUNT' | 'DURATION_COUNT' | 'INVERSE_COUNT';

  @Column({ type: 'integer' })
  dampening_count!: number;

  @Column({ type: 'integer' })
  dampening_period!: number;

  @Column({ type: 'text', nullable: true })
  dampening_unit!: 'MINUTES' | 'HOURS' | 'DAYS' | 'WEEKS' | null;

  @Column({ type: 'boolean', default: false })
  is_deleted!: boolean;
}
