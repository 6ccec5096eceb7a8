import { Inject, Injectable, Optional } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { poolOf } from './database';
import { OrgDatabase } from './org-database';

/** Connections by state, over all pools of the process. `waiting` counts requests without one. */
export interface PoolUsage {
  total: number;
  idle: number;
  waiting: number;
}

@Injectable()
export class DatabaseHealth {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Optional() @Inject(OrgDatabase) private readonly orgDatabase?: OrgDatabase,
  ) {}

  /** Resolves when the database answers. The caller sets the time limit. */
  async ping(): Promise<void> {
    await poolOf(this.dataSource).query('SELECT 1');
  }

  usage(): PoolUsage {
    const pools = [poolOf(this.dataSource), ...(this.orgDatabase ? [this.orgDatabase.pool] : [])];
    return {
      total: pools.reduce((sum, pool) => sum + pool.totalCount, 0),
      idle: pools.reduce((sum, pool) => sum + pool.idleCount, 0),
      waiting: pools.reduce((sum, pool) => sum + pool.waitingCount, 0),
    };
  }
}
