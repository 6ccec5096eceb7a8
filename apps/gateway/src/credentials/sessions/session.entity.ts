import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OidcCaller } from './oidc-caller';

/** A signed-in browser. */
@Entity('session')
export class SessionEntity {
  /** SHA-256 of the cookie's value, base64url. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id_hash!: string;

  @Column({ type: 'text', collation: 'C' })
  subject!: string;

  /** The local account; null for a caller of the OIDC issuer. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  username!: string | null;

  /** Credential of the account at the start of the session, which ends with a new password. */
  @Column({ type: 'uuid', nullable: true })
  credential!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  oidc_caller!: OidcCaller | null;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  /** Updated at most once a minute. */
  @Column({ type: 'timestamptz' })
  last_seen_at!: Date;

  /** Absolute end of the session. */
  @Column({ type: 'timestamptz' })
  ends_at!: Date;
}
