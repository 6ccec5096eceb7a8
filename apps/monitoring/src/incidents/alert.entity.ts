import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A fired alert. */
@Entity('alert')
export class AlertEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'integer' })
  alert_definition_id!: number;

  @Column({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'bigint' })
  fired_ms!: number;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text', nullable: true })
  ack_by!: string | null;

  @Column({ type: 'bigint', default: 0 })
  ack_ms!: number;

  @Column({ type: 'text', nullable: true })
  ack_comment!: string | null;

  @Column({ type: 'jsonb', comment: 'Mode, dampening and conditions as they were when it fired' })
  rules!: unknown;

  @Column({ type: 'bigint', array: true, comment: 'Server times in ms of what dampening counted' })
  occurrences!: number[];

  @Column({ type: 'integer', default: 0, comment: 'Alert of another system that it reports; 0 for none' })
  external_id!: number;

  @Column({ type: 'jsonb', nullable: true })
  labels!: Readonly<Record<string, string>> | null;

  @Column({ type: 'jsonb', nullable: true })
  annotations!: Readonly<Record<string, string>> | null;

  @Column({ type: 'bigint', nullable: true })
  active_ms!: number | null;
}
