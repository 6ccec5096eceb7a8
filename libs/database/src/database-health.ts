import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { poolOf } from './service-pool';

/** Connections by state. `waiting` counts requests without one. */
export interface PoolUsage {
  total: number;
  idle: number;
  waiting: number;
}

@Injectable()
export class DatabaseHealth {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Resolves when the database answers. The caller sets the time limit. */
  async ping(): Promise<void> {
    await poolOf(this.dataSource).query('SELECT 1');
  }

  usage(): PoolUsage {
    const { totalCount, idleCount, waitingCount } = poolOf(this.dataSource);
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }
}
