import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A handle under which a client reaches stored bytes. */
@Entity('content')
@ForeignKey('stored_content', ['content'], ['key'], { name: 'fk_content_content' })
@Index('ix_content_content', ['content'])
@Index('ix_content_owner_subject', ['owner_subject'])
@Index('ix_content_used_at', ['used_at'])
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
