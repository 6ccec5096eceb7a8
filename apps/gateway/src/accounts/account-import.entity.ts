import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Records that a file of accounts was imported, which happens only once. */
@Entity('account_import')
export class AccountImportEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  file!: string;

  @Column({ type: 'timestamptz' })
  imported_at!: Date;

  @Column({ type: 'integer' })
  accounts!: number;
}
