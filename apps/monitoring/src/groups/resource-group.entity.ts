import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A group of resources. */
@Entity('resource_group')
@Check('ck_resource_group_pivot', '(group_definition_id IS NULL) = (pivot IS NULL)')
@ForeignKey('group_definition', ['group_definition_id'], ['id'], {
  name: 'fk_resource_group_group_definition_id',
  onDelete: 'CASCADE',
})
@ForeignKey('resource_type', ['resource_type_id'], ['id'], {
  name: 'fk_resource_group_resource_type_id',
  onDelete: 'CASCADE',
})
@Index('ix_resource_group_group_definition_id', ['group_definition_id'], { where: 'group_definition_id IS NOT NULL' })
@Index('ix_resource_group_resource_type_id', ['resource_type_id'])
// (md5(lower(name)))
@Index('uq_resource_group_name', { synchronize: false })
export class ResourceGroupEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'integer', nullable: true })
  resource_type_id!: number | null;

  @Column({ type: 'boolean', default: false })
  is_recursive!: boolean;

  @Column({ type: 'bigint' })
  modified_ms!: number;

  @Column({ type: 'integer', nullable: true })
  group_definition_id!: number | null;

  @Column({ type: 'text', nullable: true })
  pivot!: string | null;
}
