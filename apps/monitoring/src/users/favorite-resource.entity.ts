import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A favorite under the login that marked it, until its subject is known. */
@Entity('favorite_resource')
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_favorite_resource_resource_id', onDelete: 'CASCADE' })
@ForeignKey('service_user', ['user_id'], ['id'], { name: 'fk_favorite_resource_user_id', onDelete: 'CASCADE' })
@Index('ix_favorite_resource_resource_id', ['resource_id'])
export class FavoriteResourceEntity {
  @PrimaryColumn({ type: 'integer' })
  user_id!: number;

  @PrimaryColumn({ type: 'integer' })
  resource_id!: number;
}
