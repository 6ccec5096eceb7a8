import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A notification of an alert definition. */
@Entity('alert_notification')
@ForeignKey('alert_definition', ['alert_definition_id'], ['id'], {
  name: 'fk_alert_notification_alert_definition_id',
  onDelete: 'CASCADE',
})
@Index('ix_alert_notification_alert_definition_id', ['alert_definition_id'])
export class AlertNotificationEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  alert_definition_id!: number;

  @Column({ type: 'text' })
  sender_name!: string;

  @Column({ type: 'jsonb' })
  config!: unknown;
}
