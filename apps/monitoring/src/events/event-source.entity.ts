import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A source of events on a resource. */
@Entity('event_source')
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
