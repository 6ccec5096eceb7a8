import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Transaction } from '@wardstone/database';

@Injectable()
export class BuiltInPluginQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Whether a built-in plugin with these bytes has been in the drop box. */
  async isPlaced(name: string, md5: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM built_in_plugin b WHERE b.name = $1 AND b.md5 = $2`, [name, md5]);
    return rows.length > 0;
  }

  async notePlaced(tx: Transaction, name: string, md5: string): Promise<void> {
    await tx.query(
      `INSERT INTO built_in_plugin (name, md5) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET md5 = $2`,
      [name, md5],
    );
  }
}
