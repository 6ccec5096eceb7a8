import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('alert_notification_log', { comment: 'Written with the alert; without a state until the first attempt ends' })
@Check('ck_alert_notification_log_state', "state IN ('SUCCESS', 'PARTIAL', 'FAILURE', 'DEFERRED', 'UNKNOWN')")
@ForeignKey('alert', ['alert_id'], ['id'], { name: 'fk_alert_notification_log_alert_id', onDelete: 'CASCADE' })
@Index('ix_alert_notification_log_alert_id', ['alert_id'])
export class AlertNotificationLogEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  alert_id!: number;

  @Column({ type: 'text' })
  sender_name!: string;

  @Column({ type: 'jsonb' })
  config!: unknown;

  @Column({ type: 'text', nullable: true })
  state!: 'SUCCESS' | 'PARTIAL' | 'FAILURE' | 'DEFERRED' | 'UNKNOWN' | null;

  @Column({ type: 'text', default: '' })
  message!: string;

  @Column({ type: 'jsonb', default: [] })
  outcomes!: unknown;

  @Column({ type: 'boolean', default: false })
  is_settled!: boolean;
}
