import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';

/** The state of the whole installation: one row. */
@Entity('server_state')
export class ServerStateEntity {
  @PrimaryColumn({ type: 'integer', default: 1 })
  id!: number;

  @Generated('uuid')
  @Column({ type: 'uuid' })
  identity!: string;

  @Column({ type: 'text', default: 'INSTALLED' })
  operation_mode!: 'NORMAL' | 'MAINTENANCE' | 'DOWN' | 'INSTALLED';
}
