import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A rule that a profile selects. */
@Entity('profile_rule')
@ForeignKey('profile', ['profile_id'], ['id'], { name: 'fk_profile_rule_profile_id', onDelete: 'CASCADE' })
@ForeignKey('rule', ['rule_id'], ['id'], { name: 'fk_profile_rule_rule_id', onDelete: 'CASCADE' })
@Index('ix_profile_rule_rule_id', ['rule_id'])
export class ProfileRuleEntity {
  @PrimaryColumn({ type: 'uuid' })
  profile_id!: string;

  @PrimaryColumn({ type: 'uuid' })
  rule_id!: string;
}
