import { createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { type Request } from 'express';
import {
  type Dialect,
  type DtoClass,
  getDto,
  type Field,
  findLongList,
  isFields,
  type Problem,
  makeReader,
  toBoolean,
  toInteger,
  toNumber,
} from '@wardstone/dto';
import { ApiError, ApiErrors, MonitoringError } from '@wardstone/errors';
import { readXmlRecord, readXmlRecords } from '../read/read-xml-record';
import { BodyError } from '../read/xml-tree';
import { type JsonSchema, sentRecordSchema } from '../record/json-schema';
import { toListKind, one, type ResultKind } from '../record/result-kind';
import { renderXml } from '../render/render-xml';
import { documentedParameter } from './document-representations';
import { type Sent, type SentBody, type SentList } from './parsed';

/** A body as received: JSON is parsed, XML is text. */
interface RawBody {
  /** Undefined without a body. */
  readonly value: unknown;
  readonly isXml: boolean;
  /** Whether the client has disconnected. */
  readonly isGone?: () => boolean;
}

/**
 * Parses a body as a record when the service asks for it, because only the service knows whether the target exists and
 * may be changed, which is reported first.
 */
export class RecordPipe<T extends object> implements PipeTransform<RawBody, SentBody<T>> {
  constructor(private readonly dto: DtoClass<T>) {}

  transform(body: RawBody): SentBody<T> {
    const parsed = (): unknown => {
      const value = requireValue(body);
      return body.isXml ? readXmlRecord(value as string, this.dto) : value;
    };
    return { read: () => judged(body, () => readRecord(parsed(), this.dto, 'The body')) };
  }
}

/** Like `RecordPipe`, for a list of records. */
export class RecordsPipe<T extends object> implements PipeTransform<RawBody, SentList<T>> {
  constructor(private readonly dto: DtoClass<T>) {}

  transform(body: RawBody): SentList<T> {
    let items: readonly unknown[] | undefined;
    const read = (): readonly unknown[] => (items ??= this.readItems(body));
    return {
      count: () => getCount(read),
      read: () => judged(body, () => read().map((item, at) => readRecord(item, this.dto, `Item ${at} of the body`))),
    };
  }

  private readItems(body: RawBody): readonly unknown[] {
    const value = requireValue(body);
    const items: unknown = body.isXml ? readXmlRecords(value as string, this.dto) : value;
    if (!Array.isArray(items)) throw new BodyError('The body must be a list');
    return items;
  }
}

function getCount(read: () => readonly unknown[]): number | undefined {
  try {
    return read().length;
  } catch (error) {
    if (error instanceof BodyError) return undefined;
    throw error;
  }
}

/**
 * The body as received.
 * @throws BodyError without one
 */
function requireValue({ value }: RawBody): unknown {
  if (value === undefined) throw new BodyError('The request requires a body');
  return value;
}

/** @throws invalid_content */
function judged<T>({ isGone }: RawBody, read: () => T): T {
  try {
    // The client has left, so the work is spared for waiting requests.
    if (isGone?.() === true) throw new BodyError('The client closed the connection');
    return read();
  } catch (error) {
    if (error instanceof BodyError) throw new ApiError(MonitoringError.invalid_content, error.message);
    throw error;
  }
}

/** Media types of XML bodies, which the service's body parser passes on as text. */
export const XML_TYPES = ['application/xml', 'text/xml'];

interface BodyOptions<T> {
  /** Description in the API document: which fields the operation reads. */
  description: string;
  example: T;
}

/** Reads the body as a record of this class, from JSON or XML; the parameter is a `SentBody<T>`. See rule http-12. */
export function RecordBody<T extends object>(dto: DtoClass<T>, options: BodyOptions<Partial<T>>): ParameterDecorator {
  return documented(ReceivedBody(new RecordPipe(dto)), dto, one(dto), options);
}

/** Reads the body as a list of records of this class; the parameter is a `SentList<T>`. */
export function RecordsBody<T extends object>(
  dto: DtoClass<T>,
  options: BodyOptions<readonly Partial<T>[]>,
): ParameterDecorator {
  return documented(ReceivedBody(new RecordsPipe(dto)), dto, toListKind(dto), options);
}

const ReceivedBody = createParamDecorator((_: unknown, context: ExecutionContext): RawBody => {
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
      // One example for each media type, because XML that documentation pages generate from a schema is invalid.
      examples: { 'application/json': { value: example }, 'application/xml': { value: renderXml(kind, example) } },
    }),
    ApiErrors(
      'invalid_content',
      'unsupported_media_type',
      'payload_too_large',
      'too_much_in_progress',
      'too_many_heavy_requests',
    ),
  );
}

function sentSchema(dto: DtoClass, kind: ResultKind): JsonSchema {
  const named = { ...sentRecordSchema(dto), xml: { name: getDto(dto).element } };
  return kind.form === 'one' ? named : { type: 'array', items: named, xml: { name: 'collection', wrapped: true } };
}

const CONVERSIONS: Partial<Record<Field['kind'], (value: unknown) => unknown>> = {
  integer: toInteger,
  time: toInteger,
  number: toNumber,
  double: toNumber,
  boolean: toBoolean,
};

/**
 * Numbers and flags may be text; any field may be missing; null counts as missing, also in lists of texts; links are
 * ignored. Unreadable values are unchanged, so that a rule refuses them.
 */
const DIALECT: Dialect = {
  taking: (field) => {
    const take = toTaker(field);
    return (sent, name) => (sent === undefined || sent === null ? undefined : take(sent, name));
  },
  mayBeMissing: () => true,
  mayBeWrong: () => false,
  judgesItems: true,
};

function toTaker(field: Field): (sent: unknown, name: string) => unknown {
  switch (field.kind) {
    case 'link':
    case 'links':
      return () => undefined;
    case 'list':
      return (sent) => (Array.isArray(sent) ? toItems(sent, field.items) : sent);
    case 'record':
      return (sent, name) => (isFields(sent) ? toFields(sent, field.of(), name) : sent);
    case 'records':
      return (sent, name) =>
        Array.isArray(sent)
          ? sent.map((item, index) => toFields(item, field.of(), `Item ${index} of field ${name}`))
          : sent;
    default:
      return (sent) => toValue(sent, field.kind);
  }
}

function toItems(items: readonly unknown[], kind: Field['kind']): unknown[] {
  const given = kind === 'string' ? items.filter((item) => item !== null) : items;
  return given.map((item) => toValue(item, kind));
}

/** Blanks around numbers and flags are ignored. */
function toValue(value: unknown, kind: Field['kind']): unknown {
  const convert = CONVERSIONS[kind];
  if (!convert) return value;
  const read = convert(typeof value === 'string' ? value.trim() : value);
  return typeof read === 'string' ? value : read;
}

function toFields(sent: unknown, dto: DtoClass, path: string): object {
  if (!isFields(sent)) throw new BodyError(`${path} must be an object`);
  const { fields, problem } = makeReader(dto, DIALECT)(sent);
  if (problem) throw new BodyError(`Field ${toWords(problem)}`);
  return fields;
}

/**
 * Reads a record of a class; `path` names it in messages.
 * @throws BodyError
 */
function readRecord<T extends object>(sent: unknown, dto: DtoClass<T>, path: string): Sent<T> {
  const long = isFields(sent) ? findLongList(sent, dto) : undefined;
  if (long) throw new BodyError(`Field ${long.path} must have at most ${long.most} items`);
  return toFields(sent, dto, path);
}

/** Error text of a field, as worded by the contract. */
function toWords({ name, field, value, message }: Problem): string {
  switch (field.kind) {
    case 'textMap':
    case 'objectMap':
      // The text of the rule names the first invalid entry.
      return message;
    case 'record':
      return `${name} must be an object`;
    case 'records':
      return `${name} must be a list`;
    case 'list':
      if (!Array.isArray(value)) return `${name} must be a list`;
      return `${name} ${wordsFor(
        value.find((item) => !isRight(item, field.items)),
        field.items,
      )}`;
    default:
      return `${name} ${getBounds(value, field) ?? wordsFor(value, field.kind)}`;
  }
}

/** Error for a text or number out of bounds; undefined for other values. */
function getBounds(value: unknown, field: Field): string | undefined {
  if (field.kind === 'string' && typeof value === 'string' && !value.includes('\0')) return textBounds(value, field);
  if ((field.kind !== 'integer' && field.kind !== 'number') || typeof value !== 'number') return undefined;
  const { min = -Infinity, max = Infinity } = field;
  if (value < min) return `must be ${min} at least`;
  return value > max ? `must be ${max} at most` : undefined;
}

function textBounds(
  value: string,
  { values, open, minLength = 0, maxLength = Infinity, pattern }: TextBounds,
): string | undefined {
  if (values && !open && !values.includes(value)) return `must be one of ${values.join(', ')}`;
  if (value.length < minLength) return `must have ${minLength} characters at least`;
  if (value.length > maxLength) return `must have ${maxLength} characters at most`;
  return pattern && !pattern.test(value) ? `must match ${pattern.source}` : undefined;
}

type TextBounds = Pick<Extract<Field, { kind: 'string' }>, 'values' | 'open' | 'minLength' | 'maxLength' | 'pattern'>;

function isRight(item: unknown, kind: Field['kind']): boolean {
  return kind === 'integer' ? Number.isSafeInteger(item) : typeof item === 'string' && !item.includes('\0');
}

function wordsFor(value: unknown, kind: Field['kind']): string {
  switch (kind) {
    case 'integer':
    case 'time':
      return 'must be a whole number';
    case 'number':
    case 'double':
      return 'must be a finite number';
    case 'boolean':
      return 'must be true or false';
    default:
      return typeof value === 'string' ? 'must not contain null characters' : 'must be a text';
  }
}
