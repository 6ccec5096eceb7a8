import { parse } from 'node:querystring';
import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBody, ApiConsumes, ApiQuery } from '@nestjs/swagger';
import {
  BodyBytes,
  JsonBodyReader,
  hasBody,
  mayLackType,
  readMediaType,
  noteForAudit,
  type Part,
  streamedBody,
} from '@wardstone/bootstrap';
import { ApiError, ApiErrors, CommonError } from '@wardstone/errors';
import { RecordPipe, XML_TYPES } from '@wardstone/media-types';
import type { DtoClass, Fields } from '@wardstone/dto';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { monitoringErrorMapping } from './error-mapping';
import { documentParameters, ParsedQueryPipe, QueryPipe } from './request-query.decorator';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const LIMIT_BYTES = 64 * 1024;
const MAX_FIELDS = 1_000;

const RECORD = 'wardstone:form-or-record';

/** Reads a body of form fields, or of the record that the operation accepts; refuses any other. */
@Injectable()
class FormBodyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly bytes: BodyBytes,
    private readonly bodies: JsonBodyReader,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const dto = this.reflector.get<DtoClass | undefined>(RECORD, context.getHandler());
    if (hasBody(request)) await this.read(request, http.getResponse<Response>(), dto);
    return next.handle();
  }

  private async read(request: Request, response: Response, dto: DtoClass | undefined): Promise<void> {
    const type = readMediaType(request);
    if (type === FORM_TYPE) {
      request.body = fieldsIn(await this.bytes.read(request, response, LIMIT_BYTES));
      noteForAudit(request, { parameters: request.body as object });
      return;
    }
    const isXml = XML_TYPES.includes(type);
    const isRecord =
      isXml || (type === '' && mayLackType(request.headers)) || type === 'application/json' || type.endsWith('+json');
    if (!dto || !isRecord) throw monitoringErrorMapping.unsupportedMediaType!(type);
    const value = await this.bodies.read(request, response, { bytes: LIMIT_BYTES });
    const record = new RecordPipe(dto).transform({ value, isXml }).read();
    const fields = Object.entries(record).map(([name, value]) => [name, String(value)]);
    request.body = Object.fromEntries(fields) as Fields;
  }
}

/** @throws payload_too_large */
function fieldsIn(body: Buffer): Fields {
  const text = body.toString();
  if (text.split('&', MAX_FIELDS + 1).length <= MAX_FIELDS) return parse(text);
  throw new ApiError(CommonError.payload_too_large, `The form has more than ${MAX_FIELDS} fields`);
}

/** The operation takes parameters from the query or a form; see `RequestParameters`. See rule http-12. */
export function form(dto?: DtoClass): Part {
  const parameters = dto ? documentParameters(dto) : [];
  const properties = parameters.map(({ name, description, schema }) => [name, { ...schema, description }]);
  return applyDecorators(
    streamedBody,
    UseInterceptors(FormBodyInterceptor),
    ...parameters.map((parameter) => ApiQuery({ ...parameter, required: false })),
    ApiConsumes(FORM_TYPE),
    ApiBody({
      required: false,
      description: 'Form fields, as an alternative to query parameters',
      schema: {
        type: 'object',
        properties: Object.fromEntries(properties) as Record<string, object>,
        // All forms concern plugins; documentation pages need a name to write the body in XML.
        xml: { name: 'plugin' },
      },
    }),
    ApiErrors('unsupported_media_type', 'payload_too_large', 'too_much_in_progress'),
  );
}

/** An operation with a form also takes the parameters from a record, e.g. one that the client has read. */
export function orRecord(dto: DtoClass): Part {
  return applyDecorators(
    SetMetadata(RECORD, dto),
    ApiConsumes(FORM_TYPE, 'application/json', 'application/xml'),
    ApiErrors('invalid_content'),
  );
}

/** Parameters of an operation that accepts a form; the query takes precedence. */
export function RequestParameters<T extends object>(dto: DtoClass<T>): ParameterDecorator {
  return GivenParameters(new QueryPipe(dto));
}

/** Like `RequestParameters`, if something else is checked first: the parameter is a `Parsed<T>`. */
export function ParsedParameters<T extends object>(dto: DtoClass<T>): ParameterDecorator {
  return GivenParameters(new ParsedQueryPipe(dto));
}

/** The unvalidated fields, for operations with errors of their own. */
export function unvalidatedFields({ body, query }: Request): Fields {
  return { ...(body as Fields | undefined), ...query };
}

const GivenParameters = createParamDecorator((_: unknown, context: ExecutionContext): Fields =>
  unvalidatedFields(context.switchToHttp().getRequest<Request>()),
);
