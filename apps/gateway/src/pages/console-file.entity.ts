import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file of a console build, for replicas of other builds. */
@Entity('console_file')
export class ConsoleFileEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  name!: string;

  @Column({ type: 'bytea' })
  content!: Buffer;

  /** Updated about once a day. */
  @Column({ type: 'timestamptz' })
  used_at!: Date;
}
