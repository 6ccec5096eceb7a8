import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A change of the number of resources of a category and status; the sum of all is the number. */
@Entity('resource_count')
export class ResourceCountEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  inventory_status!: string;

  @Column({ type: 'text' })
  category!: string;

  @Column({ type: 'bigint' })
  change!: number;
}
