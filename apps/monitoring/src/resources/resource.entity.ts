import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A resource of the inventory. */
@Entity('resource')
@Check('ck_resource_availability', "availability IN ('UP', 'DOWN', 'DISABLED', 'UNKNOWN')")
@Check('ck_resource_category', "category IN ('PLATFORM', 'SERVER', 'SERVICE')")
@Check('ck_resource_inventory_status', "inventory_status IN ('NEW', 'IGNORED', 'COMMITTED', 'UNINVENTORIED')")
@Check('ck_resource_name', '(length(name) >= 1) AND (length(name) <= 500)')
@ForeignKey('resource', ['parent_id'], ['id'], { name: 'fk_resource_parent_id' })
@ForeignKey('resource_type', ['resource_type_id'], ['id'], { name: 'fk_resource_resource_type_id' })
@Index('ix_resource_agent_name', ['agent_name'], { where: 'agent_name IS NOT NULL' })
@Index('ix_resource_category_name', ['category', 'name', 'id'])
@Index('ix_resource_committed_platform', ['id'], { where: "inventory_status = 'COMMITTED' AND category = 'PLATFORM'" })
@Index('ix_resource_inventory_status_availability', ['inventory_status', 'availability', 'name', 'id'])
@Index('ix_resource_inventory_status_category_name', ['inventory_status', 'category', 'name', 'id'])
@Index('ix_resource_inventory_status_name', ['inventory_status', 'name', 'id'])
@Index('ix_resource_name_id', ['name', 'id'])
// USING gin (lower(name) gin_trgm_ops)
@Index('ix_resource_name_trigrams', { synchronize: false })
@Index('ix_resource_parent_id_name', ['parent_id', 'name', 'id'])
@Index('ix_resource_resource_type_id_name', ['resource_type_id', 'name', 'id'])
@Index('ix_resource_uninventoried', ['uninventoried_ms', 'id'], { where: "inventory_status = 'UNINVENTORIED'" })
@Index('uq_resource_parent_id_resource_type_id_resource_key', ['parent_id', 'resource_type_id', 'resource_key'], {
  unique: true,
  where: "inventory_status <> 'UNINVENTORIED'",
})
export class ResourceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_type_id!: number;

  @Column({ type: 'text', comment: 'Of the type, repeated for the indexes of lists' })
  category!: 'PLATFORM' | 'SERVER' | 'SERVICE';

  @Column({ type: 'integer', nullable: true })
  parent_id!: number | null;

  @Column({ type: 'text' })
  resource_key!: string;

  @Generated('uuid')
  @Column({ type: 'uuid' })
  uuid!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  version!: string | null;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text', nullable: true })
  location!: string | null;

  @Column({ type: 'text' })
  inventory_status!: 'NEW' | 'IGNORED' | 'COMMITTED' | 'UNINVENTORIED';

  @Column({ type: 'text', nullable: true })
  ancestry!: string | null;

  @Column({ type: 'jsonb', default: {} })
  plugin_configuration!: unknown;

  @Column({ type: 'jsonb', default: {} })
  resource_configuration!: unknown;

  @Column({ type: 'text', nullable: true })
  agent_name!: string | null;

  @Column({ type: 'text', default: 'UNKNOWN' })
  availability!: 'UP' | 'DOWN' | 'DISABLED' | 'UNKNOWN';

  @Column({ type: 'bigint' })
  created_ms!: number;

  @Column({ type: 'bigint' })
  modified_ms!: number;

  @Column({
    type: 'bigint',
    default: 0,
    comment: 'When anything that is shown of it last changed, availability and ancestry included; 0 is modified_ms',
  })
  changed_ms!: number;

  @Column({ type: 'bigint', nullable: true })
  imported_ms!: number | null;

  @Column({ type: 'bigint', nullable: true })
  uninventoried_ms!: number | null;
}
