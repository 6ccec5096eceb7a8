import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A type of resources that a plugin declares. */
@Entity('resource_type')
@Check('ck_resource_type_category', "category IN ('PLATFORM', 'SERVER', 'SERVICE')")
@Check('ck_resource_type_create_policy', "create_policy IN ('NEITHER', 'CREATE_ONLY', 'DELETE_ONLY', 'BOTH')")
@Check('ck_resource_type_creation_data_type', "creation_data_type IN ('CONFIGURATION', 'CONTENT')")
@Check('ck_resource_type_missing_policy', "missing_policy IN ('DOWN', 'UNINVENTORY', 'IGNORE')")
@Unique('uq_resource_type_plugin_id_name', ['plugin_id', 'name'])
@ForeignKey('plugin', ['plugin_id'], ['id'], { name: 'fk_resource_type_plugin_id' })
export class ResourceTypeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  plugin_id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  category!: 'PLATFORM' | 'SERVER' | 'SERVICE';

  @Column({ type: 'text', nullable: true })
  display_name!: string | null;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text', nullable: true })
  sub_category!: string | null;

  @Column({ type: 'text', default: 'NEITHER' })
  create_policy!: 'NEITHER' | 'CREATE_ONLY' | 'DELETE_ONLY' | 'BOTH';

  @Column({ type: 'text', default: 'CONFIGURATION' })
  creation_data_type!: 'CONFIGURATION' | 'CONTENT';

  @Column({ type: 'text', default: 'DOWN' })
  missing_policy!: 'DOWN' | 'UNINVENTORY' | 'IGNORE';

  @Column({ type: 'boolean', default: false })
  is_singleton!: boolean;

  @Column({ type: 'boolean', default: false })
  supports_manual_add!: boolean;

  @Column({ type: 'boolean', default: false })
  supports_missing_availability!: boolean;

  @Column({ type: 'boolean', default: false, comment: 'Child of all platform types there will be' })
  is_on_every_platform!: boolean;

  @Column({ type: 'boolean', default: false })
  is_deleted!: boolean;

  @Column({ type: 'jsonb', nullable: true })
  plugin_configuration!: unknown;

  @Column({ type: 'jsonb', nullable: true })
  resource_configuration!: unknown;

  @Column({ type: 'text', nullable: true })
  help!: string | null;

  @Column({ type: 'jsonb', default: {} })
  agent_details!: unknown;
}
