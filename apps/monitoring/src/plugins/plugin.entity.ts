import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A registered plugin. */
@Entity('plugin')
export class PluginEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  display_name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text' })
  version!: string;

  @Column({ type: 'boolean', default: true })
  is_enabled!: boolean;

  @Column({ type: 'text', default: 'INSTALLED' })
  status!: 'INSTALLED' | 'DELETED';

  @Column({ type: 'text' })
  file_name!: string;

  @Column({ type: 'text' })
  md5!: string;

  @Column({ type: 'text', comment: 'Key of the package in the content store' })
  content!: string;

  @Column({ type: 'text' })
  descriptor!: string;

  @Column({ type: 'text', nullable: true })
  help!: string | null;

  @Column({ type: 'jsonb', default: {} })
  agent_details!: unknown;

  @Column({ type: 'timestamptz' })
  modified_at!: Date;
}
