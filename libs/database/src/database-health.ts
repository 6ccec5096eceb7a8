import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { schemaGap } from './schema-gap';
import { type DatabaseOptions, poolOf } from './service-pool';

/** Connections by state. `waiting` counts requests without one. */
export interface PoolUsage {
  total: number;
  idle: number;
  waiting: number;
}

/** The migrations that this version was built with. */
export const MIGRATIONS = Symbol('migrations');

@Injectable()
export class DatabaseHealth {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(MIGRATIONS) private readonly migrations: NonNullable<DatabaseOptions['migrations']>,
  ) {}

  /** Resolves when the database responds. The caller sets the time limit. */
  async ping(): Promise<void> {
    await poolOf(this.dataSource).query('SELECT 1');
  }

  /** Why the database cannot serve this version; undefined when it can. Rejects when it does not answer. */
  findGap(): Promise<string | undefined> {
    return schemaGap(poolOf(this.dataSource), this.migrations);
  }

  usage(): PoolUsage {
    const { totalCount, idleCount, waitingCount } = poolOf(this.dataSource);
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }
}
