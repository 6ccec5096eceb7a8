import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file of accounts that was read: only one ever is. */
@Entity('account_import')
export class AccountImportEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  file!: string;

  @Column({ type: 'timestamptz' })
  imported_at!: Date;

  @Column({ type: 'integer' })
  accounts!: number;
}
