import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An agent that enrolled with a join token; kept after the agent was removed. */
@Entity('join_token_use')
export class JoinTokenUseEntity {
  @PrimaryColumn({ type: 'uuid' })
  join_token_id!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  agent_name!: string;

  @Column({ type: 'text', collation: 'C' })
  kid!: string;

  @Column({ type: 'timestamptz' })
  used_at!: Date;
}
