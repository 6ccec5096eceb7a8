import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The answer to a report, which is repeated when the report is sent again. */
@Entity('agent_report')
@ForeignKey('agent', ['agent_name'], ['name'], { name: 'fk_agent_report_agent_name', onDelete: 'CASCADE' })
@Index('ix_agent_report_received_ms', ['received_ms'])
export class AgentReportEntity {
  @PrimaryColumn({ type: 'text' })
  agent_name!: string;

  @PrimaryColumn({ type: 'text' })
  report_id!: string;

  /** ReportKind; empty for reports from before it was stored. */
  @PrimaryColumn({ type: 'text', default: '' })
  kind!: string;

  @Column({ type: 'jsonb' })
  answer!: unknown;

  @Column({ type: 'bigint' })
  received_ms!: number;
}
