import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('plugin_file', { comment: 'The drop box: packages that wait for the next scan' })
export class PluginFileEntity {
  /** The file name that its uploader gave it; the next one of that name replaces it. */
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

  /** What was read from it, as its descriptor; null when nothing could be. */
  @Column({ type: 'text', nullable: true })
  version!: string | null;

  @Column({ type: 'text', nullable: true })
  descriptor!: string | null;

  @Column({ type: 'text', nullable: true, comment: 'Why the package is not registered (yet)' })
  problem!: string | null;
}
