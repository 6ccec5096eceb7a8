import type { QuietHours, StoredConfig } from '@wardstone/alerting';
import type { ContactKind } from '@wardstone/dto/monitoring';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A contact method of a person. */
@Entity('contact_method')
export class ContactMethodEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  user_id!: number;

  /** Subject of the owner's account; null until the account is first used. */
  @Column({ type: 'text', nullable: true })
  subject!: string | null;

  @Column({ type: 'text' })
  kind!: ContactKind;

  /** Unique among the methods of the account. */
  @Column({ type: 'text' })
  label!: string;

  @Column({ type: 'jsonb' })
  config!: StoredConfig;

  /** Delay after a notification, which is skipped if the alert is acknowledged or over by then. */
  @Column({ type: 'integer' })
  delay_minutes!: number;

  @Column({ type: 'jsonb', nullable: true })
  quiet!: QuietHours | null;

  /** Null until the code that was sent to it is entered. */
  @Column({ type: 'bigint', nullable: true })
  verified_ms!: number | null;

  @Column({ type: 'text', nullable: true })
  code_digest!: string | null;

  @Column({ type: 'bigint', nullable: true })
  code_sent_ms!: number | null;

  /** Number of wrong codes entered since the code was sent. */
  @Column({ type: 'integer', default: 0 })
  code_attempts!: number;
}
