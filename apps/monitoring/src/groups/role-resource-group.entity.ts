import { Entity, PrimaryColumn } from 'typeorm';

/** A group to which a role has access. */
@Entity('role_resource_group')
export class RoleResourceGroupEntity {
  @PrimaryColumn({ type: 'text' })
  role_name!: string;

  @PrimaryColumn({ type: 'integer' })
  resource_group_id!: number;
}
