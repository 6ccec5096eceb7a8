import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A policy of an organisation: a profile, and what the organisation demands of it. */
@Entity('policy')
@Unique('uq_policy_org_id_id', ['org_id', 'id'])
@ForeignKey('account', ['org_id'], ['org_id'], { name: 'fk_policy_org_id' })
@ForeignKey('profile', ['profile_id', 'security_guide_id'], ['id', 'security_guide_id'], {
  name: 'fk_policy_profile_id',
})
@ForeignKey('security_guide', ['security_guide_id', 'os_major_version'], ['id', 'os_major_version'], {
  name: 'fk_policy_security_guide_id',
  onUpdate: 'CASCADE',
})
@Index('ix_policy_org_id_business_objective', ['org_id', 'business_objective_prefix', 'id'])
// (org_id, business_objective_prefix DESC, id)
@Index('ix_policy_org_id_business_objective_desc', { synchronize: false })
@Index('ix_policy_org_id_compliance_threshold', ['org_id', 'compliance_threshold', 'id'])
// (org_id, compliance_threshold DESC, id)
@Index('ix_policy_org_id_compliance_threshold_desc', { synchronize: false })
@Index('ix_policy_org_id_long_text', ['org_id'], { where: 'has_long_text' })
@Index('ix_policy_org_id_os_major_version', ['org_id', 'os_major_version', 'id'])
// (org_id, os_major_version DESC, id)
@Index('ix_policy_org_id_os_major_version_desc', { synchronize: false })
@Index('ix_policy_org_id_title', ['org_id', 'title_prefix', 'id'])
@Index('ix_policy_org_id_total_system_count', ['org_id', 'total_system_count', 'id'])
// (org_id, total_system_count DESC, id)
@Index('ix_policy_org_id_total_system_count_desc', { synchronize: false })
@Index('ix_policy_profile_id_org_id', ['profile_id', 'org_id'])
@Index('ix_policy_security_guide_id', ['security_guide_id'])
// (org_id, text_sha256(title))
@Index('uq_policy_org_id_title', { synchronize: false })
export class PolicyEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  org_id!: string;

  @Column({ type: 'uuid' })
  profile_id!: string;

  /** Follow the profile by foreign key, for sorting and filtering by index; never set on their own. */
  @Column({ type: 'uuid' })
  security_guide_id!: string;

  @Column({ type: 'integer' })
  os_major_version!: number;

  @Column({ type: 'text', collation: 'C' })
  title!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text', nullable: true, collation: 'C' })
  business_objective!: string | null;

  @Column({ type: 'double precision', default: 100 })
  compliance_threshold!: number;

  /** What an index page can hold of a text; decides the order of all but texts that begin alike. */
  @Column({
    type: 'text',
    collation: 'C',
    generatedType: 'STORED',
    asExpression: '"left"(title, 500)',
    insert: false,
    update: false,
  })
  title_prefix!: string;

  @Column({
    type: 'text',
    nullable: true,
    collation: 'C',
    generatedType: 'STORED',
    asExpression: '"left"(business_objective, 500)',
    insert: false,
    update: false,
  })
  business_objective_prefix!: string | null;

  @Column({
    type: 'boolean',
    generatedType: 'STORED',
    asExpression: '((char_length(title) > 500) OR COALESCE((char_length(business_objective) > 500), false))',
    insert: false,
    update: false,
  })
  has_long_text!: boolean;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;

  @Column({ type: 'integer', default: 0 })
  total_system_count!: number;
}
