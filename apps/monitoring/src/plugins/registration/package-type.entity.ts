import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A type of packages that the plugin of a resource type declares. */
@Entity('package_type')
@Check(
  'ck_package_type_category',
  "category IN ('EXECUTABLE_SCRIPT', 'EXECUTABLE_BINARY', 'DEPLOYABLE', 'CONFIGURATION')",
)
@Unique('uq_package_type_resource_type_id_name', ['resource_type_id', 'name'])
@ForeignKey('resource_type', ['resource_type_id'], ['id'], {
  name: 'fk_package_type_resource_type_id',
  onDelete: 'CASCADE',
})
export class PackageTypeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_type_id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  display_name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text' })
  category!: 'EXECUTABLE_SCRIPT' | 'EXECUTABLE_BINARY' | 'DEPLOYABLE' | 'CONFIGURATION';

  @Column({ type: 'bigint' })
  discovery_interval_ms!: number;

  @Column({ type: 'boolean', default: false })
  is_creation_type!: boolean;

  @Column({ type: 'boolean', default: false })
  supports_architecture!: boolean;

  @Column({ type: 'jsonb', nullable: true })
  configuration!: unknown;
}
