import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('plugin_file', { comment: 'The drop box: packages that wait for the next scan' })
export class PluginFileEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

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

  @Column({ type: 'text', nullable: true })
  version!: string | null;

  @Column({ type: 'text', nullable: true })
  descriptor!: string | null;

  @Column({ type: 'text', nullable: true, comment: 'Why the package is not registered (yet)' })
  problem!: string | null;
}
