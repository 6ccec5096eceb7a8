import { Injectable } from '@nestjs/common';
import { Database } from './database';
import type { Bound } from './transaction';

/** Rows of one page, and the total. */
export interface Paged<Row> {
  rows: Row[];
  total: number;
}

/** Statements of a feature outside of any organisation. Nest injects the database into subclasses. */
@Injectable()
export abstract class Queries {
  constructor(protected readonly db: Database) {}

  /**
   * @param from source of both count and rows, starting with FROM
   * @param select ordered statement, which `cut` limits to the page
   */
  protected async page<Row extends object>(
    from: string,
    select: (cut: string) => string,
    { params, bind }: Bound,
    { offset, limit }: { offset: number; limit: number | undefined },
  ): Promise<Paged<Row>> {
    const total = (await this.db.value<number>(`SELECT count(*)::integer ${from}`, params))!;
    const rows = await this.db.query<Row>(select(`LIMIT ${bind(limit ?? null)} OFFSET ${bind(offset)}`), params);
    return { rows, total };
  }
}
