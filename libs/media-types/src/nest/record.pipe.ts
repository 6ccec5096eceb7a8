import type { PipeTransform } from '@nestjs/common';
import type { DtoClass } from '@wardstone/dto';
import { validateSync } from 'class-validator';
import { BodyError } from '../read/body-error';
import { decodeRecord } from '../read/decode-record';
import { readXmlRecord, readXmlRecords } from '../read/read-xml-record';
import { recordProblem } from '../read/record-problem';
import { problem } from './parsed';
import type { Parsed, Sent } from './parsed';

/** A body as it came: JSON is parsed, XML is text. */
export interface RawBody {
  /** Undefined without a body. */
  readonly value: unknown;
  readonly isXml: boolean;
}

/**
 * Reads a body as a record of a class, by the rules of its fields. Nothing is thrown: whether the target exists and may be
 * changed is reported first, and only the service knows it.
 */
export class RecordPipe<T extends object> implements PipeTransform<RawBody, Parsed<Sent<T>>> {
  constructor(private readonly dto: DtoClass<T>) {}

  transform({ value, isXml }: RawBody): Parsed<Sent<T>> {
    return parsedOf(value, () => checked(isXml ? readXmlRecord(value as string, this.dto) : value, this.dto));
  }
}

/** The same of a list of records. */
export class RecordsPipe<T extends object> implements PipeTransform<RawBody, Parsed<readonly Sent<T>[]>> {
  constructor(private readonly dto: DtoClass<T>) {}

  transform({ value, isXml }: RawBody): Parsed<readonly Sent<T>[]> {
    return parsedOf(value, () => {
      const items: unknown = isXml ? readXmlRecords(value as string, this.dto) : value;
      if (!Array.isArray(items)) throw new BodyError('The body must be a list');
      return items.map((item: unknown, index) => checked(item, this.dto, `Item ${index} of the body`));
    });
  }
}

function checked<T extends object>(value: unknown, dto: DtoClass<T>, path?: string): Sent<T> {
  const record = decodeRecord(value, dto, path);
  const errors = validateSync(record, { skipMissingProperties: true });
  if (errors.length > 0) throw new BodyError(recordProblem(errors, dto));
  return record;
}

function parsedOf<T>(value: unknown, read: () => T): Parsed<T> {
  if (value === undefined) return problem('The request requires a body');
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof BodyError) return problem(error.message);
    throw error;
  }
}
