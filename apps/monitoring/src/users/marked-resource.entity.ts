import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('marked_resource', { comment: 'Favorites; those of before are in favorite_resource' })
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_marked_resource_resource_id', onDelete: 'CASCADE' })
@Index('ix_marked_resource_resource_id', ['resource_id'])
export class MarkedResourceEntity {
  @PrimaryColumn({ type: 'text' })
  subject!: string;

  @PrimaryColumn({ type: 'integer' })
  resource_id!: number;
}
