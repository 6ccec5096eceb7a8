import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A run of an operation. */
@Entity('operation_history')
@Check('ck_operation_history_status', "status IN ('INPROGRESS', 'SUCCESS', 'FAILURE', 'CANCELED')")
@Unique('uq_operation_history_job_name_job_group', ['job_name', 'job_group'])
@ForeignKey('operation_definition', ['operation_definition_id'], ['id'], {
  name: 'fk_operation_history_operation_definition_id',
  onDelete: 'SET NULL',
})
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_operation_history_resource_id', onDelete: 'CASCADE' })
@Index('ix_operation_history_created_ms', ['created_ms'])
// (modified_ms DESC, id)
@Index('ix_operation_history_modified_ms', { synchronize: false })
@Index('ix_operation_history_operation_definition_id', ['operation_definition_id'])
@Index('ix_operation_history_resource_id', ['resource_id'])
@Index('ix_operation_history_running', ['created_ms'], { where: "status = 'INPROGRESS'" })
// (started_ms, modified_ms DESC, id)
@Index('ix_operation_history_started_ms', { synchronize: false })
export class OperationHistoryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'integer', nullable: true })
  operation_definition_id!: number | null;

  @Column({ type: 'text' })
  operation_name!: string;

  @Column({ type: 'text' })
  operation_display_name!: string;

  @Column({ type: 'text' })
  job_name!: string;

  @Column({ type: 'text' })
  job_group!: string;

  @Column({ type: 'text', default: 'INPROGRESS' })
  status!: 'INPROGRESS' | 'SUCCESS' | 'FAILURE' | 'CANCELED';

  @Column({ type: 'text' })
  requested_by!: string;

  @Column({ type: 'integer' })
  timeout_seconds!: number;

  @Column({ type: 'jsonb' })
  parameters!: unknown;

  @Column({ type: 'jsonb', default: {} })
  results!: unknown;

  @Column({ type: 'text', nullable: true })
  error_message!: string | null;

  @Column({ type: 'boolean', default: false, comment: 'The server gave up; a report of the agent still counts' })
  is_timed_out!: boolean;

  @Column({ type: 'bigint' })
  created_ms!: number;

  @Column({ type: 'bigint', default: 0 })
  started_ms!: number;

  @Column({ type: 'bigint' })
  modified_ms!: number;
}
