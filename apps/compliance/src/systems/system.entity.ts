import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A system of an organisation, as described by the inventory. */
@Entity('system')
export class SystemEntity {
  /** Assigned by the inventory. */
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  org_id!: string;

  @Column({ type: 'text', collation: 'C' })
  display_name!: string;

  @Column({ type: 'text', nullable: true, collation: 'C' })
  os_name!: string | null;

  @Column({ type: 'integer' })
  os_major_version!: number;

  @Column({ type: 'integer' })
  os_minor_version!: number;

  /** [{"id", "name"}]. */
  @Column({ type: 'jsonb', default: [] })
  groups!: unknown;

  /** [{"namespace", "key", "value"}]. */
  @Column({ type: 'jsonb', default: [] })
  tags!: unknown;

  @Column({ type: 'uuid', nullable: true })
  owner_id!: string | null;

  @Column({ type: 'uuid', nullable: true })
  insights_id!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  stale_timestamp!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** Time of the inventory, not of this row: an older message never overwrites a newer one. */
  @Column({ type: 'timestamptz' })
  updated!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  deleted_at!: Date | null;

  @Column({
    type: 'text',
    collation: 'C',
    generatedType: 'STORED',
    asExpression: `"left"(COALESCE(((groups -> 0) ->> 'name'::text), ''::text), 500)`,
    insert: false,
    update: false,
  })
  first_group_prefix!: string;

  @Column({ type: 'text', nullable: true, collation: 'C' })
  registered_by!: string | null;

  @Column({ type: 'text', nullable: true, collation: 'C' })
  agent_name!: string | null;

  /** Id in monitoring. */
  @Column({ type: 'integer', nullable: true })
  platform_id!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  last_seen!: Date;
}
