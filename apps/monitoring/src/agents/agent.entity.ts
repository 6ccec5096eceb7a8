import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AgentRun } from './domain/agent-runs';

/** A registered agent and its last contact. */
@Entity('agent')
export class AgentEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  owner!: string;

  @Column({ type: 'text', nullable: true })
  version!: string | null;

  @Column({ type: 'text', nullable: true })
  hostname!: string | null;

  @Column({ type: 'bigint' })
  registered_ms!: number;

  @Column({ type: 'bigint' })
  last_seen_ms!: number;

  @Column({ type: 'boolean', default: false })
  is_silent!: boolean;

  /** Problems in its last report, and whether others use its identity. */
  @Column({ type: 'jsonb', default: [] })
  problems!: string[];

  /** Processes that called with its identity in the last minutes. */
  @Column({ type: 'jsonb', default: [] })
  runs!: AgentRun[];

  @Column({ type: 'boolean', default: false })
  needs_resync!: boolean;

  @Column({ type: 'text' })
  owner_subject!: string;

  /** Group in its join token: the machine joins it once it is in inventory. */
  @Column({ type: 'text', nullable: true })
  join_group!: string | null;

  @Column({ type: 'boolean', default: false })
  has_joined_group!: boolean;
}
