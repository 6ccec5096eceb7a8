import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A type that resources of another one may be below. */
@Entity('resource_type_parent')
@ForeignKey('resource_type', ['parent_type_id'], ['id'], {
  name: 'fk_resource_type_parent_parent_type_id',
  onDelete: 'CASCADE',
})
@ForeignKey('resource_type', ['type_id'], ['id'], { name: 'fk_resource_type_parent_type_id', onDelete: 'CASCADE' })
@Index('ix_resource_type_parent_parent_type_id', ['parent_type_id'])
export class ResourceTypeParentEntity {
  @PrimaryColumn({ type: 'integer' })
  type_id!: number;

  @PrimaryColumn({ type: 'integer' })
  parent_type_id!: number;
}
