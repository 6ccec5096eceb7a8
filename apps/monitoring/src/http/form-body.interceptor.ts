import { Injectable, UseInterceptors, applyDecorators, createParamDecorator } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiQuery } from '@nestjs/swagger';
import { StreamedBody, hasBody, mediaTypeOf } from '@wardstone/bootstrap';
import { ApiErrors, CommonError } from '@wardstone/errors';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { Observable } from 'rxjs';
import { monitoringErrorMapping } from './error-mapping';
import type { Query } from './query-values';

export const FORM_TYPE = 'application/x-www-form-urlencoded';
const LIMIT = '64kb';

/** Reads a body of form fields, and refuses any other. */
@Injectable()
class FormBodyInterceptor implements NestInterceptor {
  private readonly readForm: RequestHandler = express.urlencoded({ extended: false, limit: LIMIT });

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    await this.read(http.getRequest<Request>(), http.getResponse<Response>());
    return next.handle();
  }

  private async read(request: Request, response: Response): Promise<void> {
    if (!hasBody(request)) return;
    if (mediaTypeOf(request) !== FORM_TYPE) throw monitoringErrorMapping.unsupportedMediaType!(mediaTypeOf(request));
    await new Promise<void>((resolve, reject) => {
      this.readForm(request, response, (error?: unknown) =>
        error ? reject(error instanceof Error ? error : new Error('unreadable form')) : resolve(),
      );
    });
  }
}

export interface ParameterDocs {
  name: string;
  description: string;
  schema: Readonly<Record<string, unknown>>;
  required?: boolean;
}

/** The operation takes its parameters from the query or from a form; see `RequestParameters`. Source: plugin spec 6.2. */
export function TakesForm(...parameters: ParameterDocs[]): MethodDecorator {
  const properties = parameters.map(({ name, description, schema }) => [name, { ...schema, description }]);
  return applyDecorators(
    StreamedBody(),
    UseInterceptors(FormBodyInterceptor),
    ...parameters.map((parameter) => ApiQuery({ ...parameter, required: false })),
    ApiConsumes(FORM_TYPE),
    ApiBody({
      required: false,
      description: 'The parameters, for those that are not in the query',
      schema: { type: 'object', properties: Object.fromEntries(properties) as Record<string, object> },
    }),
    ApiErrors(CommonError.unsupported_media_type, CommonError.payload_too_large),
  );
}

/** The parameters of an operation that `TakesForm`; of those given twice, the query's count. */
export const RequestParameters = createParamDecorator((_data: unknown, context: ExecutionContext): Query => {
  const request = context.switchToHttp().getRequest<Request>();
  return { ...(request.body as Query | undefined), ...request.query };
});
