import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A fired alert. */
@Entity('alert')
@ForeignKey('alert_definition', ['alert_definition_id'], ['id'], {
  name: 'fk_alert_alert_definition_id',
  onDelete: 'CASCADE',
})
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_alert_resource_id', onDelete: 'CASCADE' })
// (fired_ms DESC, id DESC) WHERE (ack_by IS NOT NULL)
@Index('ix_alert_acknowledged', { synchronize: false })
// (alert_definition_id, fired_ms DESC, id DESC)
@Index('ix_alert_alert_definition_id', { synchronize: false })
// (fired_ms DESC, id DESC)
@Index('ix_alert_fired_ms', { synchronize: false })
// (fired_ms DESC, id)
@Index('ix_alert_fired_ms_id', { synchronize: false })
// (resource_id, fired_ms DESC, id DESC)
@Index('ix_alert_resource_id', { synchronize: false })
// (fired_ms DESC, id DESC) WHERE (ack_by IS NULL)
@Index('ix_alert_unacknowledged', { synchronize: false })
export class AlertEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  alert_definition_id!: number;

  @Column({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'bigint' })
  fired_ms!: number;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text', nullable: true })
  ack_by!: string | null;

  @Column({ type: 'bigint', default: 0 })
  ack_ms!: number;

  @Column({ type: 'text', nullable: true })
  ack_comment!: string | null;

  @Column({ type: 'jsonb', comment: 'Mode, dampening and conditions as they were when it fired' })
  rules!: unknown;

  @Column({ type: 'bigint', array: true, comment: 'Server times in ms of what dampening counted' })
  occurrences!: number[];
}
