import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret with which agents enrol, once or repeatedly. */
@Entity('join_token')
export class JoinTokenEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** SHA-256, base64url. */
  @Column({ type: 'text', collation: 'C' })
  token_hash!: string;

  @Column({ type: 'text', collation: 'C' })
  org_id!: string;

  /** The only agent that may use it; null for any. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  agent_name!: string | null;

  /** Account of this agent when the token was created. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  agent_subject!: string | null;

  @Column({ type: 'text', collation: 'C', nullable: true })
  name_pattern!: string | null;

  /** Monitoring group that the machines of its agents join. */
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

  /** Subject of the account that created it. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  created_by!: string | null;
}
