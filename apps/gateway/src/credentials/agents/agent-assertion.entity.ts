import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An assertion that was used, until it would be refused anyway. */
@Entity('agent_assertion')
@Index('ix_agent_assertion_ends_at', ['ends_at'])
export class AgentAssertionEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  kid!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  jti!: string;

  @Column({ type: 'timestamptz' })
  ends_at!: Date;
}
