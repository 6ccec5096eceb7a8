import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import type { Request } from 'express';
import { renderXml } from '../render/render-xml';
import { type DtoClass, dtoOf } from '@wardstone/dto';
import { type JsonSchema, sentRecordSchema } from '../record/json-schema';
import { listOf, one, type ResultKind } from '../record/result-kind';
import { documentedParameter } from './documented-parameter';
import { type RawBody, RecordPipe, RecordsPipe } from './record.pipe';

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
