import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OidcCaller } from './oidc-caller';

/** A browser that is signed in. */
@Entity('session')
export class SessionEntity {
  /** SHA-256 of the cookie's value, base64url. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id_hash!: string;

  /** Subject; null for a session of an earlier version. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  subject!: string | null;

  /** The local account; null for a caller of the OIDC issuer. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  username!: string | null;

  /** Credential of the account when the session began: another password ends it. */
  @Column({ type: 'uuid', nullable: true })
  credential!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  oidc_caller!: OidcCaller | null;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  /** Written at most once a minute. */
  @Column({ type: 'timestamptz' })
  last_seen_at!: Date;

  /** Whatever is done with it. */
  @Column({ type: 'timestamptz' })
  ends_at!: Date;
}
