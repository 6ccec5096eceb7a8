import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A rule of a guide. */
@Entity('rule')
@Unique('uq_rule_security_guide_id_ref_id', ['security_guide_id', 'ref_id'])
@ForeignKey('rule_group', ['rule_group_id'], ['id'], { name: 'fk_rule_rule_group_id', onDelete: 'SET NULL' })
@ForeignKey('security_guide', ['security_guide_id'], ['id'], { name: 'fk_rule_security_guide_id', onDelete: 'CASCADE' })
@Index('ix_rule_rule_group_id', ['rule_group_id'])
// (security_guide_id, replace(ref_id, '.', '-'))
@Index('ix_rule_security_guide_id_dashed_ref_id', { synchronize: false })
@Index('ix_rule_security_guide_id_id', ['security_guide_id', 'id'])
@Index('ix_rule_security_guide_id_precedence', ['security_guide_id', 'precedence', 'id'])
@Index('ix_rule_security_guide_id_remediation', ['security_guide_id', 'remediation_available', 'id'])
// (security_guide_id, remediation_available DESC, id)
@Index('ix_rule_security_guide_id_remediation_desc', { synchronize: false })
@Index('ix_rule_security_guide_id_severity', ['security_guide_id', 'severity_rank', 'id'])
// (security_guide_id, severity_rank DESC, id)
@Index('ix_rule_security_guide_id_severity_desc', { synchronize: false })
@Index('ix_rule_security_guide_id_title', ['security_guide_id', 'title_prefix', 'id'])
export class RuleEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'uuid' })
  security_guide_id!: string;

  @Column({ type: 'uuid', nullable: true })
  rule_group_id!: string | null;

  @Column({ type: 'text', collation: 'C' })
  ref_id!: string;

  @Column({ type: 'text', collation: 'C' })
  title!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text', nullable: true })
  rationale!: string | null;

  @Column({ type: 'text', collation: 'C' })
  severity!: string;

  @Column({ type: 'integer' })
  precedence!: number;

  /** {"label", "system"} or null. */
  @Column({ type: 'jsonb', nullable: true })
  identifier!: unknown;

  /** [{"href", "label"}]. */
  @Column({ type: 'jsonb', default: [] })
  reference_links!: unknown;

  /** `value_definition.id` of every exported value, in document order. */
  @Column({ type: 'uuid', array: true, default: [] })
  value_checks!: string[];

  @Column({ type: 'boolean', default: false })
  remediation_available!: boolean;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;

  @Column({
    type: 'text',
    nullable: true,
    collation: 'C',
    generatedType: 'STORED',
    asExpression: '"left"(title, 500)',
    insert: false,
    update: false,
  })
  title_prefix!: string | null;

  @Column({
    type: 'smallint',
    nullable: true,
    generatedType: 'STORED',
    asExpression:
      "CASE severity WHEN 'high'::text THEN 3 WHEN 'medium'::text THEN 2 WHEN 'low'::text THEN 1 ELSE 0 END",
    insert: false,
    update: false,
  })
  severity_rank!: number | null;
}
