import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A requested change of the configuration of a resource. */
@Entity('configuration_update')
@Check('ck_configuration_update_status', "status IN ('INPROGRESS', 'SUCCESS', 'FAILURE', 'NOCHANGE')")
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_configuration_update_resource_id', onDelete: 'CASCADE' })
@Index('ix_configuration_update_created_ms', ['created_ms', 'id'])
// (resource_id, id DESC)
@Index('ix_configuration_update_resource_id', { synchronize: false })
export class ConfigurationUpdateEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'text' })
  status!: 'INPROGRESS' | 'SUCCESS' | 'FAILURE' | 'NOCHANGE';

  @Column({ type: 'jsonb' })
  configuration!: unknown;

  @Column({ type: 'text', nullable: true, comment: 'Login; null when an agent found the configuration' })
  requested_by!: string | null;

  @Column({ type: 'text', nullable: true })
  error_message!: string | null;

  @Column({ type: 'bigint' })
  created_ms!: number;

  @Column({ type: 'bigint' })
  modified_ms!: number;
}
