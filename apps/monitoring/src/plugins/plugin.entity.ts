import { Column, Entity, PrimaryGeneratedColumn, PrimaryColumn } from 'typeorm';

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

@Entity('built_in_plugin', { comment: 'What was put in the drop box at some start: it is not put there again' })
export class BuiltInPluginEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  md5!: string;
}

@Entity('plugin_file', { comment: 'The drop box: packages that wait for the next scan' })
export class PluginFileEntity {
  /** File name given by the uploader; the next upload with the same name replaces it. */
  @PrimaryColumn({ type: 'text' })
  name!: string;

  /** Key in the content store. */
  @Column({ type: 'text' })
  content!: string;

  @Column({ type: 'text' })
  md5!: string;

  @Column({ type: 'bigint' })
  length!: number;

  @Column({ type: 'timestamptz' })
  modified_at!: Date;

  @Column({ type: 'boolean', default: false, comment: 'Uploaded as a descriptor, kept as an archive of it' })
  is_bare!: boolean;

  /** Descriptor of the package; null if unreadable. */
  @Column({ type: 'text', nullable: true })
  version!: string | null;

  @Column({ type: 'text', nullable: true })
  descriptor!: string | null;

  @Column({ type: 'text', nullable: true, comment: 'Why the package is not registered (yet)' })
  problem!: string | null;
}

@Entity('plugin_push', { comment: 'When agents are to fetch plugins; those that ask for work after that are told' })
export class PluginPushEntity {
  @PrimaryGeneratedColumn('uuid')
  handle!: string;

  @Column({ type: 'bigint' })
  due_ms!: number;

  @Column({ type: 'text' })
  requested_by!: string;
}
