import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A handle for uploaded content. */
@Entity('content')
export class ContentEntity {
  @PrimaryColumn({ type: 'text' })
  handle!: string;

  @Column({ type: 'text' })
  content!: string;

  @Column({ type: 'text' })
  created_by!: string;

  @Column({ type: 'timestamptz' })
  used_at!: Date;

  @Column({ type: 'text' })
  owner_subject!: string;
}

/** Stored bytes, once each. Not synchronised, because TypeORM does not support oid. */
@Entity('stored_object', { synchronize: false })
export class StoredObjectEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Actually an oid, which TypeORM does not support. */
  @Column({ type: 'bigint', nullable: true, comment: 'Null when the bytes are at an S3 endpoint' })
  large_object!: number | null;

  @Column({ type: 'bigint', default: 0 })
  length!: number;

  @Column({ type: 'text', nullable: true, comment: 'Null while the bytes are being written' })
  md5!: string | null;

  @Column({ type: 'timestamptz', comment: 'When the last block was written' })
  written_at!: Date;

  @Column({ type: 'text', nullable: true })
  owner_subject!: string | null;
}
