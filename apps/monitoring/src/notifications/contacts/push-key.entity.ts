import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key pair of RFC 8292, as a private JWK in JSON. */
@Entity('push_key', { comment: 'Made once: browsers that have subscribed know its public half' })
export class PushKeyEntity {
  @PrimaryColumn({ type: 'boolean', default: true })
  is_only!: boolean;

  @Column({ type: 'text' })
  private_key!: string;
}
