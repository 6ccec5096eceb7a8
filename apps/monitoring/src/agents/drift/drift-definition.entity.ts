import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Drift definition: files of a resource that are watched. */
@Entity('drift_definition')
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
