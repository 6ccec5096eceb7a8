import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@wardstone/database';
import { BuiltInPluginEntity } from './built-in-plugin.entity';

@Injectable()
export class BuiltInPluginQueries {
  constructor(private readonly db: Database) {}

  /** Whether a built-in plugin with these bytes has been in the drop box. */
  isPlaced(name: string, md5: string): Promise<boolean> {
    return this.db.repository(BuiltInPluginEntity).existsBy({ name, md5 });
  }

  async notePlaced(tx: Transaction, name: string, md5: string): Promise<void> {
    await tx.repository(BuiltInPluginEntity).upsert({ name, md5 }, ['name']);
  }
}
