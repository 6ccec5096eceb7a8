import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { HistoryStatus } from '@wardstone/dto/monitoring';

@Entity('operation_draft', { comment: 'Lives for minutes; refers to nothing that must stay' })
export class OperationDraftEntity {
  @PrimaryColumn({ type: 'integer', default: () => "nextval('operation_draft_id')" })
  id!: number;

  @Column({ type: 'text' })
  owner!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'integer' })
  operation_definition_id!: number;

  @Column({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'jsonb' })
  parameters!: unknown;

  @Column({ type: 'text', nullable: true })
  job_id!: string | null;

  @Column({ type: 'bigint' })
  written_ms!: number;

  @Column({ type: 'bigint' })
  accessed_ms!: number;
}

/** An execution of an operation. */
@Entity('operation_history')
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
  status!: HistoryStatus;

  @Column({ type: 'text' })
  requested_by!: string;

  @Column({ type: 'text', nullable: true })
  requested_subject!: string | null;

  @Column({ type: 'boolean', default: false })
  awaits_approval!: boolean;

  @Column({ type: 'text', nullable: true })
  approved_by!: string | null;

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
