import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A drift definition that the plugin of a type suggests. */
@Entity('drift_template')
@Unique('uq_drift_template_resource_type_id_name', ['resource_type_id', 'name'])
@ForeignKey('resource_type', ['resource_type_id'], ['id'], {
  name: 'fk_drift_template_resource_type_id',
  onDelete: 'CASCADE',
})
export class DriftTemplateEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_type_id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'boolean', default: false })
  is_user_made!: boolean;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'jsonb' })
  definition!: unknown;
}
