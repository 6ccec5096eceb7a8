import { ApiError, MonitoringError } from '@wardstone/errors';
import { BodyError } from '../read/body-error';
import { readRecord, readRecords } from '../read/read-record';
import type { Sent } from '../read/read-record';
import { readXmlRecord, readXmlRecords } from '../read/read-xml-record';
import type { DtoClass } from '@wardstone/dto';

/** A body as it came, still unread: JSON is parsed, XML is text. */
export interface RawBody {
  /** Undefined without a body. */
  readonly value: unknown;
  readonly isXml: boolean;
}

/**
 * A record in a request body. Services read it after they know that its target exists and may be changed: both are
 * answered before what is wrong with the body (media spec 1.12).
 */
export class SentRecord<T extends object> {
  constructor(
    private readonly body: RawBody,
    private readonly dto: DtoClass<T>,
  ) {}

  /** @throws invalid_content when there is no body, or it is not such a record */
  read(): Sent<T> {
    return readBody(this.body, ({ value, isXml }) =>
      readRecord(isXml ? readXmlRecord(value as string, this.dto) : value, this.dto),
    ) as Sent<T>;
  }
}

/** A list of records in a request body; see `SentRecord`. */
export class SentRecords<T extends object> {
  constructor(
    private readonly body: RawBody,
    private readonly dto: DtoClass<T>,
  ) {}

  /** @throws invalid_content when there is no body, or it is not a list of such records */
  read(): readonly Sent<T>[] {
    return readBody(this.body, ({ value, isXml }) =>
      readRecords(isXml ? readXmlRecords(value as string, this.dto) : value, this.dto),
    ) as Sent<T>[];
  }
}

function readBody(body: RawBody, read: (body: RawBody) => unknown): unknown {
  if (body.value === undefined) throw new ApiError(MonitoringError.invalid_content, 'The request needs a body');
  try {
    return read(body);
  } catch (error) {
    if (error instanceof BodyError) throw new ApiError(MonitoringError.invalid_content, error.message);
    throw error;
  }
}
