import type { Database, Transaction } from '@wardstone/database';
import type { ObjectAddress } from './content-backend';

type LargeObject = ObjectAddress['largeObject'];

export class LargeObjectQueries {
  constructor(private readonly db: Database) {}

  async put(largeObject: LargeObject, position: number, block: Buffer): Promise<void> {
    await this.db.query(`SELECT lo_put($1, $2, $3)`, [largeObject, position, block]);
  }

  /** Fewer bytes than requested at the end; undefined if the object was deleted. */
  get(largeObject: LargeObject, position: number, length: number): Promise<Buffer | undefined> {
    return this.db.value<Buffer>(`SELECT lo_get($1, $2, $3) AS piece`, [largeObject, position, length]);
  }

  /** Does nothing if the object was deleted. */
  async unlink(tx: Transaction, largeObject: LargeObject): Promise<void> {
    await tx.query(`SELECT lo_unlink(m.oid) FROM pg_largeobject_metadata m WHERE m.oid = $1`, [largeObject]);
  }
}
