import { Injectable, type Type, ValidationPipe } from '@nestjs/common';
import { fieldsOf, findLongList } from '@wardstone/dto';
import { ListQueryError } from '@wardstone/pagination';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { ParameterError } from './domain/parameter-error';
import { refuseUnknown } from './domain/unknown-names';
import { GivenRequest } from './request';

/**
 * Checks requests in the contract's words and order (rules compliance-3, compliance-7, compliance-9): the parameters of the
 * query string and the keys of the body as their classes declare them, then the ids of parents, then the names that are not
 * known, of the query string and of the body. The first failure is the answer.
 */
@Injectable()
export class ContractPipe extends ValidationPipe {
  constructor() {
    super({ stopAtFirstError: true, exceptionFactory: firstProblem });
  }

  /** @throws ParameterError, ListQueryError */
  override async transform(given: unknown): Promise<unknown> {
    if (!(given instanceof GivenRequest)) return given;
    const { query, parameters, body, values, givenParents, path } = given;
    const first = given.readParents(true);
    const readQuery = query && (await this.read(query, parameters));
    if (body) refuseLongLists(body, values);
    const readBody = body && (await this.read(body, values));
    const parents = { ...first, ...given.readParents(false) };
    refuseUnknown([...unknownTo(query, parameters), ...unknownTo(body, values)]);
    return { ...readQuery, body: readBody, parents, givenParents, path };
  }

  /** Not through class-transformer: it drops keys such as `__proto__` within objects, and fails at `constructor`. */
  private async read(type: Type<object>, values: ReadonlyMap<string, unknown>): Promise<object> {
    const dto = Object.assign(new type(), readFields(type, values));
    const errors = await this.validate(dto, this.validatorOptions);
    if (errors.length > 0) throw (await this.exceptionFactory(errors)) as Error;
    return dto;
  }
}

/** The fields of a class as they are read, not yet checked. */
export function readFields(type: Type<object>, values: ReadonlyMap<string, unknown>): object {
  const fields = fieldsOf(type).map(([name, { read }]) => [name, read(values.get(name))] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Before anything visits their items. @throws ParameterError */
function refuseLongLists(type: Type<object>, values: ReadonlyMap<string, unknown>): void {
  const long = findLongList(Object.fromEntries(values), type);
  if (long) throw new ParameterError(`${long.path} must contain no more than ${long.most} elements`);
}

/** Class-validator reports fields in the order in which they are declared, and here the first rule that does not hold. */
function firstProblem([first]: readonly ValidationError[]): Error {
  if (first?.value instanceof ListQueryError) return first.value;
  return new ParameterError(Object.values(first?.constraints ?? {}).join());
}

function unknownTo(type: Type<object> | undefined, values: ReadonlyMap<string, unknown>): string[] {
  const rules = type ? getMetadataStorage().getTargetValidationMetadatas(type, '', false, false) : [];
  const known = new Set(rules.map(({ propertyName }) => propertyName));
  return [...values.keys()].filter((name) => !known.has(name));
}
