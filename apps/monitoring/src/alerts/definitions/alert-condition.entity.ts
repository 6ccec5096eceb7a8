import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A condition of an alert definition. */
@Entity('alert_condition')
@ForeignKey('alert_definition', ['alert_definition_id'], ['id'], {
  name: 'fk_alert_condition_alert_definition_id',
  onDelete: 'CASCADE',
})
@ForeignKey('metric_definition', ['metric_definition_id'], ['id'], {
  name: 'fk_alert_condition_metric_definition_id',
  onDelete: 'CASCADE',
})
@Index('ix_alert_condition_alert_definition_id', ['alert_definition_id'])
@Index('ix_alert_condition_metric_definition_id', ['metric_definition_id'])
export class AlertConditionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  alert_definition_id!: number;

  @Column({ type: 'text' })
  category!: string;

  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ type: 'double precision', nullable: true })
  threshold!: number | null;

  @Column({ type: 'text', nullable: true })
  option!: string | null;

  @Column({ type: 'text', nullable: true })
  comparator!: string | null;

  @Column({ type: 'integer', nullable: true })
  trigger_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  metric_definition_id!: number | null;
}
