import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An order for an agent, kept for a while after its end. */
@Entity('agent_work')
@Check(
  'ck_agent_work_kind',
  "kind IN ('operation', 'createResource', 'deleteResource', 'cancel', 'discover', 'updatePlugins')",
)
@ForeignKey('agent_work', ['cancels_work_id'], ['id'], { name: 'fk_agent_work_cancels_work_id', onDelete: 'CASCADE' })
@ForeignKey('operation_history', ['operation_history_id'], ['id'], {
  name: 'fk_agent_work_operation_history_id',
  onDelete: 'CASCADE',
})
@ForeignKey('resource_creation', ['resource_creation_id'], ['id'], {
  name: 'fk_agent_work_resource_creation_id',
  onDelete: 'CASCADE',
})
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_agent_work_resource_id', onDelete: 'CASCADE' })
@Index('ix_agent_work_cancels_work_id', ['cancels_work_id'])
@Index('ix_agent_work_ended_ms', ['ended_ms'], { where: 'ended_ms IS NOT NULL' })
@Index('ix_agent_work_operation_history_id', ['operation_history_id'])
@Index('ix_agent_work_resource_creation_id', ['resource_creation_id'])
@Index('ix_agent_work_resource_id', ['resource_id'])
@Index('ix_agent_work_waiting', ['agent_name', 'id'], { where: 'ended_ms IS NULL' })
export class AgentWorkEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text' })
  agent_name!: string;

  @Column({ type: 'text' })
  kind!: 'operation' | 'createResource' | 'deleteResource' | 'cancel' | 'discover' | 'updatePlugins';

  @Column({ type: 'integer', nullable: true })
  resource_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  operation_history_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  resource_creation_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  cancels_work_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  timeout_seconds!: number | null;

  @Column({ type: 'bigint' })
  created_ms!: number;

  @Column({ type: 'bigint', default: 0 })
  leased_until_ms!: number;

  @Column({ type: 'bigint', nullable: true })
  started_ms!: number | null;

  @Column({
    type: 'bigint',
    nullable: true,
    comment: 'When it was reported as done, or withdrawn; it is not offered any more',
  })
  ended_ms!: number | null;

  @Column({ type: 'jsonb', nullable: true, comment: 'What the agent reported last, to know a repeat' })
  report!: unknown;
}
