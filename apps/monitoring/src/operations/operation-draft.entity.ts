import { Column, Entity, PrimaryColumn } from 'typeorm';

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
