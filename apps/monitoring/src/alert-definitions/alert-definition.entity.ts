import type { ConditionMode, DampeningCategory, DampeningUnit, Priority } from '@wardstone/dto/monitoring';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An alert definition of a resource, or a template for the members of a group or the resources of a type. */
@Entity('alert_definition')
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
  priority!: Priority;

  @Column({ type: 'integer', comment: 'Kept when the other one is gone; 0 for none' })
  recovery_id!: number;

  @Column({ type: 'text' })
  condition_mode!: ConditionMode;

  @Column({ type: 'text' })
  dampening_category!: DampeningCategory;

  @Column({ type: 'integer' })
  dampening_count!: number;

  @Column({ type: 'integer' })
  dampening_period!: number;

  @Column({ type: 'text', nullable: true })
  dampening_unit!: DampeningUnit | null;

  @Column({ type: 'boolean', default: false })
  once_until_recovered!: boolean;

  @Column({ type: 'boolean', default: false, comment: 'By ONCE; false once it is enabled again' })
  disabled_by_alert!: boolean;

  @Column({ type: 'boolean', default: false })
  is_deleted!: boolean;
}
