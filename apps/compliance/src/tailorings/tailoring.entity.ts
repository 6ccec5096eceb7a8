import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** What a policy changes of its profile for one minor version of the operating system. */
@Entity('tailoring')
@Check('ck_tailoring_os_minor_version', 'os_minor_version >= 0')
@Unique('uq_tailoring_org_id_id', ['org_id', 'id'])
@Unique('uq_tailoring_policy_id_os_minor_version', ['policy_id', 'os_minor_version'])
@ForeignKey('policy', ['org_id', 'policy_id'], ['org_id', 'id'], {
  name: 'fk_tailoring_policy_id',
  onDelete: 'CASCADE',
})
@ForeignKey('profile', ['profile_id'], ['id'], { name: 'fk_tailoring_profile_id' })
@Index('ix_tailoring_profile_id', ['profile_id'])
export class TailoringEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  org_id!: string;

  @Column({ type: 'uuid' })
  policy_id!: string;

  @Column({ type: 'uuid' })
  profile_id!: string;

  @Column({ type: 'integer' })
  os_minor_version!: number;

  /** `value_definition.id` -> text. */
  @Column({ type: 'jsonb', default: {} })
  value_overrides!: unknown;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;
}
