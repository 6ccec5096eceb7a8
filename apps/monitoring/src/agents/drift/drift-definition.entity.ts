import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Files of a resource that are watched for drift. */
@Entity('drift_definition')
@Check(
  'ck_drift_definition_compliance',
  "compliance IN ('IN_COMPLIANCE', 'OUT_OF_COMPLIANCE_NO_BASEDIR', 'OUT_OF_COMPLIANCE_DRIFT')",
)
@Unique('uq_drift_definition_resource_id_name', ['resource_id', 'name'])
@ForeignKey('drift_template', ['drift_template_id'], ['id'], {
  name: 'fk_drift_definition_drift_template_id',
  onDelete: 'SET NULL',
})
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_drift_definition_resource_id', onDelete: 'CASCADE' })
@Index('ix_drift_definition_drift_template_id', ['drift_template_id'])
export class DriftDefinitionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'integer', nullable: true })
  drift_template_id!: number | null;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', default: 'IN_COMPLIANCE' })
  compliance!: 'IN_COMPLIANCE' | 'OUT_OF_COMPLIANCE_NO_BASEDIR' | 'OUT_OF_COMPLIANCE_DRIFT';
}
