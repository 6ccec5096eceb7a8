import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { type DtoClass, type Parameter, parametersOf } from '@wardstone/dto';
import { ApiErrors, type ErrorType } from '@wardstone/errors';
import { errorOf } from './read-query';

/** What each parameter means in one operation, where several operations share the class. */
export type Descriptions<T> = { readonly [K in keyof T]?: string };

/** One query parameter as the API document shows it. */
export interface ParameterDocs {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Documents the query parameters that a class declares, and the errors of wrong ones. */
export function ApiQueryOf<T extends object>(dto: DtoClass<T>, descriptions?: Descriptions<T>): MethodDecorator {
  const errors = parametersOf(dto).flatMap(([, parameter]) => errorsOf(parameter));
  return applyDecorators(
    ...documentationOf(dto, descriptions).map((docs) => ApiQuery(docs)),
    ...(errors.length > 0 ? [ApiErrors(...errors)] : []),
  );
}

export function documentationOf<T extends object>(
  dto: DtoClass<T>,
  descriptions: Descriptions<T> = {},
): readonly ParameterDocs[] {
  const given: Readonly<Record<string, string | undefined>> = descriptions;
  return parametersOf(dto).flatMap(([name, parameter]) =>
    docsOf(name, { ...parameter, description: given[name] ?? parameter.description }),
  );
}

function docsOf(name: string, parameter: Parameter): readonly ParameterDocs[] {
  const { alias, documented, example } = parameter;
  if (parameter.kind === 'page') return pageDocs(parameter);
  const docs = {
    name,
    description: parameter.kind === 'time' ? `${parameter.description}. ${TIME_FORMS}` : parameter.description,
    required: parameter.optional !== true,
    schema: {
      ...schemaOf(parameter),
      ...documented,
      ...(example !== undefined && { example }),
    },
  };
  return alias === undefined ? [docs] : [docs, { ...docs, name: alias, description: `The same as ${name}` }];
}

const TIME_FORMS = 'In ms since the epoch, or in ISO 8601 (UTC unless it names a zone)';

/** As the parameter is written in a query. */
function schemaOf({ kind, schema, default: fallback }: Parameter): object {
  if (kind === 'list') return { type: 'string' };
  if (kind === 'time') return { anyOf: [schema, { type: 'string', format: 'date-time' }] };
  return {
    type: 'string',
    ...(kind === 'integer' && { type: 'integer', format: 'int64' }),
    ...schema,
    ...(kind !== 'sort' && fallback !== undefined && { default: fallback }),
  };
}

/** See rule http-10. */
function pageDocs(parameter: Parameter & { kind: 'page' }): readonly ParameterDocs[] {
  const { sizeParameter, description, optional, documented } = parameter;
  const size =
    sizeParameter === 'size' ? { minimum: -1, default: 100 } : { minimum: 1, ...(!optional && { default: 20 }) };
  return [
    { name: sizeParameter, description, required: false, schema: { type: 'integer', ...size, ...documented } },
    {
      name: 'page',
      description: 'Number of the page, from 0',
      required: false,
      schema: { type: 'integer', minimum: 0, default: 0 },
    },
  ];
}

/** No word for a flag is wrong. */
function errorsOf(parameter: Parameter): readonly ErrorType[] {
  const isNeverWrong = parameter.kind === 'flag';
  const isRuled = parameter.optional !== true || parameter.needs !== undefined || parameter.excludes !== undefined;
  return isNeverWrong && !isRuled ? [] : [errorOf(parameter)];
}
