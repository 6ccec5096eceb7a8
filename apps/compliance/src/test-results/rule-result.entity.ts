import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** The outcome of one rule in a test result. */
@Entity('rule_result')
@Unique('uq_rule_result_test_result_id_rule_id', ['test_result_id', 'rule_id'])
@ForeignKey('rule', ['rule_id'], ['id'], { name: 'fk_rule_result_rule_id' })
@ForeignKey('test_result', ['org_id', 'test_result_id'], ['org_id', 'id'], {
  name: 'fk_rule_result_test_result_id',
  onDelete: 'CASCADE',
})
// (test_result_id) INCLUDE (rule_id, result) WHERE (result = ANY (ARRAY['fail', 'error', 'unknown', 'fixed']))
@Index('ix_rule_result_failed', { synchronize: false })
@Index('ix_rule_result_rule_id', ['rule_id'])
export class RuleResultEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  org_id!: string;

  @Column({ type: 'uuid' })
  test_result_id!: string;

  @Column({ type: 'uuid' })
  rule_id!: string;

  @Column({ type: 'text', collation: 'C' })
  result!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}
