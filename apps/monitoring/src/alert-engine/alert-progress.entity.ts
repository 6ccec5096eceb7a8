import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * State of the alert engine for a resource. Evaluating facts and changing definitions lock the row. Pages are partly
 * filled, so that frequent updates avoid index writes.
 */
@Entity('alert_progress')
export class AlertProgressEntity {
  @PrimaryColumn({ type: 'integer' })
  resource_id!: number;

  @Column({ type: 'bigint', comment: 'Another one with every change of a definition' })
  version!: number;

  @Column({ type: 'jsonb', default: {} })
  states!: unknown;

  @Column({ type: 'jsonb', default: {} })
  memory!: unknown;
}
