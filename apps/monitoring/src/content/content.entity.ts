import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A handle under which a client reaches stored bytes. */
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

  @Column({ type: 'text', nullable: true })
  owner_subject!: string | null;
}
