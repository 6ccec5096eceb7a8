import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One attempt to deliver a notification. */
@Entity('alert_notification_attempt')
@Check('ck_alert_notification_attempt_state', "state IN ('SUCCESS', 'PARTIAL', 'FAILURE', 'DEFERRED', 'UNKNOWN')")
@ForeignKey('alert_notification_log', ['log_id'], ['id'], {
  name: 'fk_alert_notification_attempt_log_id',
  onDelete: 'CASCADE',
})
@Index('ix_alert_notification_attempt_log_id', ['log_id'])
export class AlertNotificationAttemptEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  log_id!: number;

  @Column({ type: 'bigint' })
  made_ms!: number;

  @Column({ type: 'text' })
  state!: 'SUCCESS' | 'PARTIAL' | 'FAILURE' | 'DEFERRED' | 'UNKNOWN';

  @Column({ type: 'text' })
  message!: string;
}
