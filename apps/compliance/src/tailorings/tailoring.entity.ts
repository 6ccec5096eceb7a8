import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Differences of a policy from its profile, for one minor version of the operating system. */
@Entity('tailoring')
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

  /** Texts by `value_definition.id`. */
  @Column({ type: 'jsonb', default: {} })
  value_overrides!: unknown;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;
}
