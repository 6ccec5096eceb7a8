import type { RoleName } from '@wardstone/auth';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A token with which a program logs in as an account. */
@Entity('access_token')
export class AccessTokenEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** SHA-256, base64url. */
  @Column({ type: 'text', collation: 'C' })
  token_hash!: string;

  /** Its first characters, by which people recognise it. */
  @Column({ type: 'text' })
  hint!: string;

  /** The account of the token. */
  @Column({ type: 'text', collation: 'C' })
  username!: string;

  @Column({ type: 'text' })
  name!: string;

  /** Roles of the token, as far as the account still has them. */
  @Column({ type: 'text', array: true })
  roles!: RoleName[];

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  /** Subject of its creator. */
  @Column({ type: 'text' })
  created_by!: string;

  @Column({ type: 'timestamptz', nullable: true })
  expires_at!: Date | null;

  /** Updated at most once a minute. */
  @Column({ type: 'timestamptz', nullable: true })
  last_used_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revoked_at!: Date | null;
}
