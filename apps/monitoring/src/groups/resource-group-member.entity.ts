import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One row per implicit member; explicit ones are marked (rule groups-2). */
@Entity('resource_group_member')
@ForeignKey('resource_group', ['resource_group_id'], ['id'], {
  name: 'fk_resource_group_member_resource_group_id',
  onDelete: 'CASCADE',
})
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_resource_group_member_resource_id', onDelete: 'CASCADE' })
@Index('ix_resource_group_member_resource_id', ['resource_id', 'resource_group_id'])
export class ResourceGroupMemberEntity {
  @PrimaryColumn({ type: 'integer' })
  resource_group_id!: number;

  @PrimaryColumn({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'boolean' })
  is_explicit!: boolean;
}
