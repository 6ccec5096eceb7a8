import { createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { type Request } from 'express';
import { type DtoClass, dtoOf } from '@wardstone/dto';
import { ApiError, ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { readRecord } from '../read/read-record';
import { readXmlRecord, readXmlRecords } from '../read/read-xml-record';
import { BodyError } from '../read/xml-tree';
import { type JsonSchema, sentRecordSchema } from '../record/json-schema';
import { listOf, one, type ResultKind } from '../record/result-kind';
import { renderXml } from '../render/render-xml';
import { documentedParameter } from './document-representations';
import { type Parsed, type ParsedList, type Sent } from './parsed';

/** A body as it came: JSON is parsed, XML is text. */
interface RawBody {
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

/** Media types of XML bodies; the service's body parser leaves their text to the decorators here. */
export const XML_TYPES = ['application/xml', 'text/xml'];

interface BodyOptions<T> {
  /** For the API document: what the operation reads of the record. */
  description: string;
  example: T;
}

/** The body as a record of this class, in JSON or XML. The parameter is a `Parsed<Sent<T>>`. See rule http-12. */
export function RecordBody<T extends object>(dto: DtoClass<T>, options: BodyOptions<Partial<T>>): ParameterDecorator {
  return documented(RawBodyOf(new RecordPipe(dto)), dto, one(dto), options);
}

/** The body as a list of records of this class; the parameter is a `ParsedList<Sent<T>>`. */
export function RecordsBody<T extends object>(
  dto: DtoClass<T>,
  options: BodyOptions<readonly Partial<T>[]>,
): ParameterDecorator {
  return documented(RawBodyOf(new RecordsPipe(dto)), dto, listOf(dto), options);
}

const RawBodyOf = createParamDecorator((_: unknown, context: ExecutionContext): RawBody => {
  const request = context.switchToHttp().getRequest<Request>();
  const { socket } = request;
  const mediaType = (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return { value: request.body as unknown, isXml: XML_TYPES.includes(mediaType), isGone: () => socket.destroyed };
});

function documented(
  parameter: ParameterDecorator,
  dto: DtoClass,
  kind: ResultKind,
  { description, example }: BodyOptions<unknown>,
): ParameterDecorator {
  return documentedParameter(
    parameter,
    ApiConsumes('application/json', 'application/xml'),
    ApiBody({
      description,
      required: true,
      schema: { ...sentSchema(dto, kind), example } as object,
      // Each is that of the media type it is named after: what pages make up in XML from a schema cannot be read.
      examples: { 'application/json': { value: example }, 'application/xml': { value: renderXml(kind, example) } },
    }),
    ApiErrors(
      MonitoringError.invalid_content,
      CommonError.unsupported_media_type,
      CommonError.payload_too_large,
      CommonError.too_much_in_progress,
    ),
  );
}

function sentSchema(dto: DtoClass, kind: ResultKind): JsonSchema {
  const named = { ...sentRecordSchema(dto), xml: { name: dtoOf(dto).element } };
  return kind.form === 'one' ? named : { type: 'array', items: named, xml: { name: 'collection', wrapped: true } };
}
