import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import { findLongList } from '@wardstone/dto';
import { ApiError, CommonError } from '@wardstone/errors';

interface FieldProblem {
  property?: string;
  constraints?: Record<string, string>;
  children?: FieldProblem[];
}

/** Problems by field; those of nested objects and list elements under their path, e.g. `example.request`, `items.0`. */
function fieldProblems(
  { property, constraints, children }: FieldProblem,
  parents = '',
): { field: string; problems: string[] }[] {
  const field = `${parents}${property ?? 'body'}`;
  const problems = Object.values(constraints ?? {});
  const nested = (children ?? []).flatMap((child) => fieldProblems(child, `${field}.`));
  return [...(problems.length > 0 ? [{ field, problems }] : []), ...nested];
}

/** Checks what handlers are given by the rules of its class, the length of lists first; every problem is reported. */
@Injectable()
export class RecordValidation extends ValidationPipe {
  constructor() {
    super({ transform: true, whitelist: true, exceptionFactory: toInvalidRequest });
  }

  /** @throws invalid_request */
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    const long = type === 'body' && metatype ? findLongList(value, metatype) : undefined;
    if (!long) return super.transform(value, metadata) as Promise<unknown>;
    const problem = `${long.path} must contain no more than ${long.most} elements`;
    throw new ApiError(CommonError.invalid_request, problem, {
      extensions: { fields: [{ field: long.path, problems: [problem] }] },
    });
  }
}

/** Field problems of a DTO. */
function toInvalidRequest(found: FieldProblem[]): ApiError {
  const fields = found.flatMap((problem) => fieldProblems(problem));
  const detail = fields.flatMap(({ problems }) => problems).join('; ');
  return new ApiError(CommonError.invalid_request, detail, { extensions: { fields } });
}
