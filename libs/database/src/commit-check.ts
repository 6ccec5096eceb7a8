import { type AfterQueryEvent, type EntitySubscriberInterface, EventSubscriber } from 'typeorm';

/**
 * After a failed statement PostgreSQL responds to COMMIT with a silent ROLLBACK, which TypeORM takes for success. Sees the
 * answer to every COMMIT of a data source, whatever transaction it ends.
 */
@EventSubscriber()
export class CommitCheck implements EntitySubscriberInterface {
  afterQuery({ query, success, rawResults }: AfterQueryEvent): void {
    if (query !== 'COMMIT' || !success) return;
    if ((rawResults as { command: string }).command !== 'COMMIT') {
      throw new Error('the transaction was rolled back because one of its statements failed');
    }
  }
}
