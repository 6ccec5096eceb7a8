import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { AuthenticatedRequest, CallerIdentity } from '@wardstone/auth';
import { type Client, toClient } from '@wardstone/bootstrap';
import { type DtoClass, type Fields, getParameters } from '@wardstone/dto';
import { documentedParameter } from '@wardstone/media-types';
import type { Request, Response } from 'express';
import { form, unvalidatedFields } from '../api/form-body.interceptor';
import { documentParameters } from '../api/request-query.decorator';

/** The parameters of a class as sent, because Prometheus has rules of its own; those with brackets may be repeated. */
type Texts<T> = { readonly [K in keyof T]-?: K extends `${string}[]` ? readonly string[] : string | undefined };

/** Parameters and caller. */
export interface PromqlRequest<T extends object> {
  readonly parameters: Texts<T>;
  readonly viewer: CallerIdentity;
  readonly client: Client;
}

const PromqlRequestParam = createParamDecorator((dto: DtoClass, context: ExecutionContext): PromqlRequest<object> => {
  const http = context.switchToHttp();
  const request = http.getRequest<AuthenticatedRequest & Request>();
  const client = toClient(request, http.getResponse<Response>());
  return { parameters: readTexts(dto, unvalidatedFields(request)), viewer: request.caller!, client };
});

/** A `PromqlRequest` with the parameters of the class in the query string. */
export function PromqlQuery(dto: DtoClass): ParameterDecorator {
  const documented = documentParameters(dto).map((parameter) => ApiQuery(parameter));
  return documentedParameter(PromqlRequestParam(dto), applyDecorators(...documented));
}

/** Like `PromqlQuery`, also with the parameters in a form. */
export function PromqlForm(dto: DtoClass): ParameterDecorator {
  return documentedParameter(PromqlRequestParam(dto), form(dto));
}

function readTexts(dto: DtoClass, fields: Fields): object {
  const getAll = (name: string): string[] =>
    [fields[name]].flat().filter((value): value is string => typeof value === 'string' && value !== '');
  return Object.fromEntries(
    getParameters(dto).map(([name]) => {
      // The query parser treats the brackets of the name as those of a list.
      const isList = name.endsWith('[]');
      return [name, isList ? [...getAll(name), ...getAll(name.slice(0, -2))] : getAll(name)[0]];
    }),
  );
}
