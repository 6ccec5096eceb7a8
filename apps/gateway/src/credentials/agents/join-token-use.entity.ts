import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { JoinTokenEntity } from './join-token.entity';

/** An agent that enrolled with a join token; remembered after the agent was removed. */
@Entity('join_token_use')
@ForeignKey(() => JoinTokenEntity, ['join_token_id'], ['id'], {
  name: 'fk_join_token_use_join_token',
  onDelete: 'CASCADE',
})
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
