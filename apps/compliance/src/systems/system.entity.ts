import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A system of an organisation, as the inventory describes it. */
@Entity('system')
@Check('ck_system_display_name', 'char_length(display_name) <= 200')
@Unique('uq_system_org_id_id', ['org_id', 'id'])
@ForeignKey('account', ['org_id'], ['org_id'], { name: 'fk_system_org_id' })
@Index('ix_system_org_id_display_name', ['org_id', 'display_name', 'id'], { where: 'deleted_at IS NULL' })
@Index('ix_system_org_id_first_group', ['org_id', 'first_group_prefix', 'id'], { where: 'deleted_at IS NULL' })
// (org_id, first_group_prefix DESC, id) WHERE (deleted_at IS NULL)
@Index('ix_system_org_id_first_group_desc', { synchronize: false })
@Index('ix_system_org_id_os_minor_version', ['org_id', 'os_minor_version', 'id'], { where: 'deleted_at IS NULL' })
// (org_id, os_minor_version DESC, id) WHERE (deleted_at IS NULL)
@Index('ix_system_org_id_os_minor_version_desc', { synchronize: false })
@Index('ix_system_org_id_os_version', ['org_id', 'os_major_version', 'os_minor_version', 'id'], {
  where: 'deleted_at IS NULL',
})
// (org_id, os_major_version DESC, os_minor_version DESC, id) WHERE (deleted_at IS NULL)
@Index('ix_system_org_id_os_version_desc', { synchronize: false })
@Index('ix_system_org_id_registered_by', ['org_id', 'registered_by', 'id'], { where: 'deleted_at IS NULL' })
@Index('ix_system_org_id_registered_by_removed', ['org_id', 'registered_by'], { where: 'deleted_at IS NOT NULL' })
export class SystemEntity {
  /** Given by the inventory. */
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

  /** Of the inventory, not of this row: an older message never overwrites a newer one. */
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

  @Column({ type: 'timestamptz', default: () => 'now()' })
  last_seen!: Date;
}
