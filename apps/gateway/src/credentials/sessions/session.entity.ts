import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { OidcCaller } from './oidc-caller';

/** A browser that is signed in. */
@Entity('session')
@ForeignKey('account', ['username'], ['username'], { name: 'fk_session_username', onDelete: 'CASCADE' })
@Check('ck_session_caller', `num_nonnulls(username, oidc_caller) = 1 AND (username IS NULL) = (credential IS NULL)`)
export class SessionEntity {
  /** SHA-256 of the cookie's value, base64url. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id_hash!: string;

  /** Of whom it is; null for a session that an earlier version began. */
  @Index('ix_session_subject')
  @Column({ type: 'text', collation: 'C', nullable: true })
  subject!: string | null;

  /** The local account; null for a caller of the OIDC issuer. */
  @Index('ix_session_username')
  @Column({ type: 'text', collation: 'C', nullable: true })
  username!: string | null;

  /** Of the account when the session began: another password ends it. */
  @Column({ type: 'uuid', nullable: true })
  credential!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  oidc_caller!: OidcCaller | null;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  /** Written at most once a minute. */
  @Index('ix_session_last_seen_at')
  @Column({ type: 'timestamptz' })
  last_seen_at!: Date;

  /** Whatever is done with it. */
  @Index('ix_session_ends_at')
  @Column({ type: 'timestamptz' })
  ends_at!: Date;
}
