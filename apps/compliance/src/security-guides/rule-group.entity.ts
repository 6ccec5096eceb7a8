import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A group of rules of a guide; groups form a tree. */
@Entity('rule_group')
@Unique('uq_rule_group_security_guide_id_ref_id', ['security_guide_id', 'ref_id'])
@ForeignKey('security_guide', ['security_guide_id'], ['id'], {
  name: 'fk_rule_group_security_guide_id',
  onDelete: 'CASCADE',
})
@Index('ix_rule_group_security_guide_id_id', ['security_guide_id', 'id'])
@Index('ix_rule_group_security_guide_id_precedence', ['security_guide_id', 'precedence', 'id'])
export class RuleGroupEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'uuid' })
  security_guide_id!: string;

  @Column({ type: 'text', collation: 'C' })
  ref_id!: string;

  @Column({ type: 'text', collation: 'C' })
  title!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text', nullable: true })
  rationale!: string | null;

  @Column({ type: 'integer' })
  precedence!: number;

  /** Ids of the enclosing groups from the root, joined by '/'; null at the root. */
  @Column({ type: 'text', nullable: true, collation: 'C' })
  ancestry!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;
}
