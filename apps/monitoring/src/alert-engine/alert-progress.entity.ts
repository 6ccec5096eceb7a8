import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What the alert engine remembers of a resource. Evaluating facts and changing definitions lock the row.
 * It is written often, so its pages are filled in part only, which spares the index.
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
