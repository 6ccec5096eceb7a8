import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('marked_group', { comment: 'Favorites; those of before are in favorite_group' })
@ForeignKey('resource_group', ['resource_group_id'], ['id'], {
  name: 'fk_marked_group_resource_group_id',
  onDelete: 'CASCADE',
})
@Index('ix_marked_group_resource_group_id', ['resource_group_id'])
export class MarkedGroupEntity {
  @PrimaryColumn({ type: 'text' })
  subject!: string;

  @PrimaryColumn({ type: 'integer' })
  resource_group_id!: number;
}
