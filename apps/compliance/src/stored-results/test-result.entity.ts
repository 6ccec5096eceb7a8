import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A result of a system for a tailoring. */
@Entity('test_result')
export class TestResultEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  org_id!: string;

  @Column({ type: 'uuid' })
  tailoring_id!: string;

  @Column({ type: 'uuid' })
  report_id!: string;

  @Column({ type: 'uuid' })
  system_id!: string;

  @Column({ type: 'timestamptz', nullable: true })
  start_time!: Date | null;

  @Column({ type: 'timestamptz' })
  end_time!: Date;

  /** 0 to 100; null if the scanner reported none. */
  @Column({ type: 'double precision', nullable: true })
  score!: number | null;

  @Column({ type: 'boolean' })
  supported!: boolean;

  @Column({ type: 'integer' })
  failed_rule_count!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;

  @Column({ type: 'integer' })
  passed_rule_count!: number;

  /** Null for results older than this column. */
  @Column({ type: 'integer', nullable: true })
  not_applicable_rule_count!: number | null;

  /** Null for results older than this column. */
  @Column({ type: 'integer', nullable: true })
  not_checked_rule_count!: number | null;

  @Column({ type: 'integer', nullable: true })
  informational_rule_count!: number | null;

  @Column({ type: 'integer', nullable: true })
  not_selected_rule_count!: number | null;

  /** True for one result of each system and report. */
  @Column({ type: 'boolean', default: true })
  is_newest!: boolean;

  /**
   * Whether its system is assigned to the policy, copied from `policy_system` so that counting reads only one index.
   */
  @Column({ type: 'boolean', default: true })
  is_assigned!: boolean;

  /** Digest of the decoded document; null for results older than this column. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  sha256!: string | null;
}
