import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** An imported guide: one version of a benchmark for one major version of the operating system. */
@Entity('security_guide')
@Check('ck_security_guide_os_major_version', '(os_major_version >= 0) AND (os_major_version <= 99999)')
@Unique('uq_security_guide_id_os_major_version', ['id', 'os_major_version'])
@Unique('uq_security_guide_ref_id_version', ['ref_id', 'version'])
@Index('ix_security_guide_os_major_version', ['os_major_version'])
export class SecurityGuideEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  ref_id!: string;

  @Column({ type: 'text', collation: 'C' })
  version!: string;

  /** Orders versions by their dot parts ("0.1.9" before "0.1.10"); made by versionSortKey(). */
  @Column({ type: 'text', collation: 'C' })
  version_sort_key!: string;

  @Column({ type: 'text', collation: 'C' })
  title!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'integer' })
  os_major_version!: number;

  /** SHA-256 of the decoded document, 64 hex digits. */
  @Column({ type: 'text' })
  content_sha256!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;
}
