import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A rule that a tailoring selects. */
@Entity('tailoring_rule')
@ForeignKey('rule', ['rule_id'], ['id'], { name: 'fk_tailoring_rule_rule_id' })
@ForeignKey('tailoring', ['org_id', 'tailoring_id'], ['org_id', 'id'], {
  name: 'fk_tailoring_rule_tailoring_id',
  onDelete: 'CASCADE',
})
@Index('ix_tailoring_rule_rule_id', ['rule_id'])
export class TailoringRuleEntity {
  @PrimaryColumn({ type: 'uuid' })
  tailoring_id!: string;

  @PrimaryColumn({ type: 'uuid' })
  rule_id!: string;

  @Column({ type: 'text', collation: 'C' })
  org_id!: string;
}
