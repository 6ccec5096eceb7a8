import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** The newest result of a system for a tailoring. */
@Entity('test_result')
@Unique('uq_test_result_org_id_id', ['org_id', 'id'])
@Unique('uq_test_result_report_id_system_id', ['report_id', 'system_id'])
@Unique('uq_test_result_system_id_tailoring_id_end_time', ['system_id', 'tailoring_id', 'end_time'])
@ForeignKey('policy', ['org_id', 'report_id'], ['org_id', 'id'], {
  name: 'fk_test_result_report_id',
  onDelete: 'CASCADE',
})
@ForeignKey('system', ['org_id', 'system_id'], ['org_id', 'id'], {
  name: 'fk_test_result_system_id',
  onDelete: 'CASCADE',
})
@ForeignKey('tailoring', ['org_id', 'tailoring_id'], ['org_id', 'id'], {
  name: 'fk_test_result_tailoring_id',
  onDelete: 'CASCADE',
})
@Index('ix_test_result_report_id_end_time', ['report_id', 'end_time', 'id'])
@Index('ix_test_result_report_id_failed_rule_count', ['report_id', 'failed_rule_count', 'id'])
@Index('ix_test_result_report_id_score', ['report_id', 'score', 'id'])
@Index('ix_test_result_tailoring_id', ['tailoring_id'])
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

  /** 0 to 100; null when the scanner gave none. */
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
}
