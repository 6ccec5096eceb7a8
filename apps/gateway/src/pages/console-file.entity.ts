import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file of a build of the console, for replicas of other builds. */
@Entity('console_file')
export class ConsoleFileEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  name!: string;

  @Column({ type: 'bytea' })
  content!: Buffer;

  /** Written about once a day. */
  @Column({ type: 'timestamptz' })
  used_at!: Date;
}
