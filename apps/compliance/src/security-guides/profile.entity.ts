import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A profile of a guide. */
@Entity('profile')
@Unique('uq_profile_id_security_guide_id', ['id', 'security_guide_id'])
@Unique('uq_profile_security_guide_id_ref_id', ['security_guide_id', 'ref_id'])
@ForeignKey('security_guide', ['security_guide_id'], ['id'], {
  name: 'fk_profile_security_guide_id',
  onDelete: 'CASCADE',
})
@Index('ix_profile_ref_id', ['ref_id'])
export class ProfileEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'uuid' })
  security_guide_id!: string;

  @Column({ type: 'text', collation: 'C' })
  ref_id!: string;

  @Column({ type: 'text', collation: 'C' })
  title!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  /** `value_definition.id` -> text. */
  @Column({ type: 'jsonb', default: {} })
  value_overrides!: unknown;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;
}
