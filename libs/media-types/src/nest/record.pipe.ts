import type { PipeTransform } from '@nestjs/common';
import type { DtoClass } from '@wardstone/dto';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { BodyError } from '../read/xml-tree';
import { readRecord } from '../read/read-record';
import { readXmlRecord, readXmlRecords } from '../read/read-xml-record';
import type { Parsed, ParsedList, Sent } from './parsed';

/** A body as it came: JSON is parsed, XML is text. */
export interface RawBody {
  /** Undefined without a body. */
  readonly value: unknown;
  readonly isXml: boolean;
  /** Whether the client has gone away. */
  readonly isGone?: () => boolean;
}

/**
 * Reads a body as a record of a class, by the rules of its fields, when the service asks for it: whether the target exists
 * and may be changed is reported first, and only the service knows it.
 */
export class RecordPipe<T extends object> implements PipeTransform<RawBody, Parsed<Sent<T>>> {
  constructor(private readonly dto: DtoClass<T>) {}

  transform(body: RawBody): Parsed<Sent<T>> {
    const parsed = (): unknown => (body.isXml ? readXmlRecord(body.value as string, this.dto) : body.value);
    return { read: () => judged(body, () => readRecord(parsed(), this.dto, 'The body')) };
  }
}

/** The same of a list of records. */
export class RecordsPipe<T extends object> implements PipeTransform<RawBody, ParsedList<Sent<T>>> {
  constructor(private readonly dto: DtoClass<T>) {}

  transform(body: RawBody): ParsedList<Sent<T>> {
    let items: readonly unknown[] | undefined;
    const read = (): readonly unknown[] => (items ??= this.itemsOf(body));
    return {
      count: () => countOf(read),
      read: () => judged(body, () => read().map((item, at) => readRecord(item, this.dto, `Item ${at} of the body`))),
    };
  }

  private itemsOf({ value, isXml }: RawBody): readonly unknown[] {
    const items: unknown = isXml ? readXmlRecords(value as string, this.dto) : value;
    if (!Array.isArray(items)) throw new BodyError('The body must be a list');
    return items;
  }
}

function countOf(read: () => readonly unknown[]): number | undefined {
  try {
    return read().length;
  } catch (error) {
    if (error instanceof BodyError) return undefined;
    throw error;
  }
}

/** @throws invalid_content */
function judged<T>({ value, isGone }: RawBody, read: () => T): T {
  try {
    if (value === undefined) throw new BodyError('The request requires a body');
    // Nobody reads the answer; whoever waits is served sooner.
    if (isGone?.() === true) throw new BodyError('The client closed the connection');
    return read();
  } catch (error) {
    if (error instanceof BodyError) throw new ApiError(MonitoringError.invalid_content, error.message);
    throw error;
  }
}
