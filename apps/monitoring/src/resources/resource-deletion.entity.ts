import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A requested deletion of a resource by its agent. */
@Entity('resource_deletion')
@Check('ck_resource_deletion_status', "status IN ('IN_PROGRESS', 'SUCCESS', 'FAILURE', 'TIMED_OUT')")
@ForeignKey('resource', ['resource_id'], ['id'], { name: 'fk_resource_deletion_resource_id', onDelete: 'CASCADE' })
@Index('ix_resource_deletion_resource_id', ['resource_id'])
export class ResourceDeletionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'text' })
  status!: 'IN_PROGRESS' | 'SUCCESS' | 'FAILURE' | 'TIMED_OUT';

  @Column({ type: 'text' })
  requested_by!: string;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finished_at!: Date | null;
}
