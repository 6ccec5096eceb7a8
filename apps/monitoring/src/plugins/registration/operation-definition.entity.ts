import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** An operation that the plugin of a type declares. */
@Entity('operation_definition')
@Unique('uq_operation_definition_resource_type_id_name', ['resource_type_id', 'name'])
@ForeignKey('resource_type', ['resource_type_id'], ['id'], {
  name: 'fk_operation_definition_resource_type_id',
  onDelete: 'CASCADE',
})
export class OperationDefinitionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_type_id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'integer' })
  position!: number;

  @Column({ type: 'text' })
  display_name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'integer', nullable: true })
  timeout_seconds!: number | null;

  @Column({ type: 'jsonb', nullable: true })
  parameters!: unknown;

  @Column({ type: 'jsonb', nullable: true })
  results!: unknown;
}
