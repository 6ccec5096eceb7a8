import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A kind of events that the plugin of a type declares. */
@Entity('event_definition')
@Unique('uq_event_definition_resource_type_id_name', ['resource_type_id', 'name'])
@ForeignKey('resource_type', ['resource_type_id'], ['id'], {
  name: 'fk_event_definition_resource_type_id',
  onDelete: 'CASCADE',
})
export class EventDefinitionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_type_id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  display_name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'integer', default: 0 })
  position!: number;
}
