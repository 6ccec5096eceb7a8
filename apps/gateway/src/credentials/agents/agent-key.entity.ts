import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A public key of an agent. */
@Entity('agent_key')
export class AgentKeyEntity {
  /** RFC 7638 thumbprint. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  kid!: string;

  @Column({ type: 'text', collation: 'C' })
  username!: string;

  /** The public key, base64url. */
  @Column({ type: 'text', collation: 'C' })
  x!: string;

  @Column({ type: 'uuid', nullable: true })
  join_token_id!: string | null;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  last_used_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revoked_at!: Date | null;
}
