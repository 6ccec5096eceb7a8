import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A claim on a stored object; copies share the bytes. */
@Entity('stored_content')
@ForeignKey('stored_object', ['object_id'], ['id'], { name: 'fk_stored_content_object_id' })
@Index('ix_stored_content_object_id', ['object_id'])
export class StoredContentEntity {
  @PrimaryColumn({ type: 'text', default: () => 'gen_random_uuid()' })
  key!: string;

  @Column({ type: 'uuid' })
  object_id!: string;

  @Column({ type: 'timestamptz' })
  created_at!: Date;
}
