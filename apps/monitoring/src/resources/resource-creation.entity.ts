import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A requested creation of a resource by its agent. */
@Entity('resource_creation')
@Check(
  'ck_resource_creation_status',
  "status IN ('IN_PROGRESS', 'SUCCESS', 'FAILURE', 'INVALID_CONFIGURATION', 'INVALID_ARTIFACT', 'TIMED_OUT')",
)
@ForeignKey('resource', ['parent_id'], ['id'], { name: 'fk_resource_creation_parent_id', onDelete: 'CASCADE' })
@ForeignKey('resource_type', ['resource_type_id'], ['id'], {
  name: 'fk_resource_creation_resource_type_id',
  onDelete: 'CASCADE',
})
@Index('ix_resource_creation_created_at', ['created_at'], { where: "status = 'IN_PROGRESS'" })
@Index('ix_resource_creation_parent_id', ['parent_id'])
@Index('ix_resource_creation_resource_type_id', ['resource_type_id'])
export class ResourceCreationEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  parent_id!: number;

  @Column({ type: 'integer' })
  resource_type_id!: number;

  @Column({ type: 'text' })
  resource_name!: string;

  @Column({ type: 'text', default: 'IN_PROGRESS' })
  status!: 'IN_PROGRESS' | 'SUCCESS' | 'FAILURE' | 'INVALID_CONFIGURATION' | 'INVALID_ARTIFACT' | 'TIMED_OUT';

  @Column({ type: 'text', nullable: true })
  error_message!: string | null;

  @Column({ type: 'jsonb', default: {} })
  plugin_configuration!: unknown;

  @Column({ type: 'jsonb', default: {} })
  resource_configuration!: unknown;

  @Column({ type: 'text', nullable: true })
  content!: string | null;

  @Column({ type: 'text', nullable: true })
  content_version!: string | null;

  @Column({ type: 'text', nullable: true })
  resource_key!: string | null;

  @Column({ type: 'text' })
  requested_by!: string;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finished_at!: Date | null;
}
