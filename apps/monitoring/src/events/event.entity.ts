import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An event of a resource. */
@Entity('event')
export class EventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'bigint' })
  time_ms!: number;

  @Column({ type: 'integer' })
  source_id!: number;

  @Column({ type: 'text' })
  severity!: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL';

  @Column({ type: 'text' })
  detail!: string;
}
