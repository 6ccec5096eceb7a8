import type { RoleName } from '@wardstone/auth';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A token with which a program logs in as an account. */
@Entity('access_token')
@Unique('uq_access_token_token_hash', ['token_hash'])
@Check('ck_access_token_name', 'char_length(name) BETWEEN 1 AND 100')
@ForeignKey('account', ['username'], ['username'], { name: 'fk_access_token_username', onDelete: 'CASCADE' })
export class AccessTokenEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** SHA-256, base64url. */
  @Column({ type: 'text', collation: 'C' })
  token_hash!: string;

  /** Its beginning, by which people recognise it. */
  @Column({ type: 'text' })
  hint!: string;

  /** The account as which it logs in. */
  @Index('ix_access_token_username')
  @Column({ type: 'text', collation: 'C' })
  username!: string;

  @Column({ type: 'text' })
  name!: string;

  /** Of which those count that the account still covers. */
  @Column({ type: 'text', array: true })
  roles!: RoleName[];

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  /** Subject of who made it. */
  @Index('ix_access_token_created_by')
  @Column({ type: 'text' })
  created_by!: string;

  @Column({ type: 'timestamptz', nullable: true })
  expires_at!: Date | null;

  /** Written at most once a minute. */
  @Column({ type: 'timestamptz', nullable: true })
  last_used_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revoked_at!: Date | null;
}
