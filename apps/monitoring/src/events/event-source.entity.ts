import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A place on a resource that events come from. */
@Entity('event_source')
@ForeignKey('event_definition', ['event_definition_id'], ['id'], {
  name: 'fk_event_source_event_definition_id',
  onDelete: 'CASCADE',
})
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_event_source_resource_id', onDelete: 'CASCADE' })
@Index('ix_event_source_event_definition_id', ['event_definition_id'])
// (resource_id, event_definition_id, md5(location))
@Index('uq_event_source_resource_id_event_definition_id_location', { synchronize: false })
export class EventSourceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'integer' })
  event_definition_id!: number;

  @Column({ type: 'text' })
  location!: string;
}
