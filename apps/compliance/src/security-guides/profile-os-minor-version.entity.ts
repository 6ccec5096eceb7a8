import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A minor version of the operating system that a profile supports. */
@Entity('profile_os_minor_version')
@Check('ck_profile_os_minor_version_os_minor_version', '(os_minor_version >= 0) AND (os_minor_version <= 99999)')
@ForeignKey('profile', ['profile_id'], ['id'], { name: 'fk_profile_os_minor_version_profile_id', onDelete: 'CASCADE' })
@Index('ix_profile_os_minor_version_os_minor_version', ['os_minor_version', 'profile_id'])
export class ProfileOsMinorVersionEntity {
  @PrimaryColumn({ type: 'uuid' })
  profile_id!: string;

  @PrimaryColumn({ type: 'integer' })
  os_minor_version!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}
