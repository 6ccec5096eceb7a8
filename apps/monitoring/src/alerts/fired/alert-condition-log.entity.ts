import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('alert_condition_log', { comment: 'The conditions as they were when the alert fired' })
@ForeignKey('alert', ['alert_id'], ['id'], { name: 'fk_alert_condition_log_alert_id', onDelete: 'CASCADE' })
@Index('ix_alert_condition_log_alert_id', ['alert_id'])
export class AlertConditionLogEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  alert_id!: number;

  @Column({ type: 'integer' })
  condition_id!: number;

  @Column({ type: 'text' })
  category!: string;

  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ type: 'text', nullable: true })
  comparator!: string | null;

  @Column({ type: 'double precision', nullable: true })
  threshold!: number | null;

  @Column({ type: 'text', nullable: true })
  option!: string | null;

  @Column({ type: 'text' })
  value!: string;

  @Column({ type: 'bigint' })
  data_ms!: number;
}
