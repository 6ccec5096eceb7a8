import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A group that a role sees. */
@Entity('role_resource_group')
@ForeignKey('resource_group', ['resource_group_id'], ['id'], {
  name: 'fk_role_resource_group_resource_group_id',
  onDelete: 'CASCADE',
})
@Index('ix_role_resource_group_resource_group_id', ['resource_group_id'])
export class RoleResourceGroupEntity {
  @PrimaryColumn({ type: 'text' })
  role_name!: string;

  @PrimaryColumn({ type: 'integer' })
  resource_group_id!: number;
}
