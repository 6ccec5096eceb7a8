import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** A secret with which agents become known; once, or as often as it says. */
@Entity('join_token')
@Unique('uq_join_token_token_hash', ['token_hash'])
@Check('ck_join_token_used', 'used BETWEEN 0 AND uses')
export class JoinTokenEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** SHA-256, base64url. */
  @Column({ type: 'text', collation: 'C' })
  token_hash!: string;

  @Index('ix_join_token_org_id')
  @Column({ type: 'text', collation: 'C' })
  org_id!: string;

  /** The one agent that it is for; null for any. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  agent_name!: string | null;

  /** Of the account that this agent had when the token was made. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  agent_subject!: string | null;

  @Column({ type: 'text', collation: 'C', nullable: true })
  name_pattern!: string | null;

  /** Group of monitoring that the machines of its agents join. */
  @Column({ type: 'text', nullable: true })
  group_name!: string | null;

  @Column({ type: 'boolean', default: false })
  auto_import!: boolean;

  @Column({ type: 'integer' })
  uses!: number;

  @Column({ type: 'integer' })
  used!: number;

  @Column({ type: 'timestamptz' })
  expires_at!: Date;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  /** Subject of the account that made it. */
  @Index('ix_join_token_created_by')
  @Column({ type: 'text', collation: 'C', nullable: true })
  created_by!: string | null;
}
