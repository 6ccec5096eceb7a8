import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A favorite under the login that marked it, until its subject is known. */
@Entity('favorite_group')
@ForeignKey('resource_group', ['resource_group_id'], ['id'], {
  name: 'fk_favorite_group_resource_group_id',
  onDelete: 'CASCADE',
})
@ForeignKey('service_user', ['user_id'], ['id'], { name: 'fk_favorite_group_user_id', onDelete: 'CASCADE' })
@Index('ix_favorite_group_resource_group_id', ['resource_group_id'])
export class FavoriteGroupEntity {
  @PrimaryColumn({ type: 'integer' })
  user_id!: number;

  @PrimaryColumn({ type: 'integer' })
  resource_group_id!: number;
}
