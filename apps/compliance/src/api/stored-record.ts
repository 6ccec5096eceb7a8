/** The answer to a write: 201 with the address of what was created, else 200 or 202. */
export class StoredRecord<T> {
  private constructor(
    readonly status: 200 | 201 | 202,
    readonly record: T,
    /** Path and query of the new record. */
    readonly location?: string,
    /** What the write did, beside the record. */
    readonly meta?: object,
  ) {}

  static created<T>(record: T, location: string): StoredRecord<T> {
    return new StoredRecord(201, record, location);
  }

  static updated<T>(record: T): StoredRecord<T> {
    return new StoredRecord(200, record);
  }

  /** The contract returns 202 where the work is nevertheless done. */
  static accepted<T>(record: T): StoredRecord<T> {
    return new StoredRecord(202, record);
  }

  withMeta(meta: object): StoredRecord<T> {
    return new StoredRecord(this.status, this.record, this.location, meta);
  }
}
