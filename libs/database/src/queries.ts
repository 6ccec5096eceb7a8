import { Injectable } from '@nestjs/common';
import { Database } from './database';
import type { Bound } from './transaction';

/** Rows of one page, and how many there are on all. */
export interface Paged<Row> {
  rows: Row[];
  total: number;
}

/** The statements of a room outside any organisation. Nest injects the database into classes that extend it. */
@Injectable()
export abstract class Queries {
  constructor(protected readonly db: Database) {}

  /**
   * @param from what is counted and what `select` reads, from FROM on
   * @param select the statement for the rows in their order, which `cut` limits to the page
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
