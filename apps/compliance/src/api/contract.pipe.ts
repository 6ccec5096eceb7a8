import { Injectable, ValidationPipe } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { fieldsOf } from '@wardstone/dto';
import { unpermittedParameters } from '@wardstone/pagination';
import { getMetadataStorage } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { ParameterError } from './domain/parameter-error';
import { GivenWrite } from './write-request';
import type { WriteRequest } from './write-request';

/** Tolerated on every operation and ignored (rule compliance-3). */
const IGNORED_NAME = 'format';

/**
 * Checks requests that write, in the contract's words and order (rules compliance-7, compliance-9): the keys of the body as
 * their class declares them, then the ids of parents, then the names that are not known, of the query string and of the
 * body. The first failure is the answer.
 */
@Injectable()
export class ContractPipe extends ValidationPipe {
  constructor() {
    super({ stopAtFirstError: true, exceptionFactory: firstProblem });
  }

  /** @throws ParameterError, ListQueryError (unpermitted names) */
  override async transform(given: unknown): Promise<unknown> {
    if (!(given instanceof GivenWrite)) return given;
    const { type, values, queryNames, givenParents, path } = given;
    const first = given.readParents(true);
    const body = type && (await this.readBody(type, values));
    const parents = { ...first, ...given.readParents(false) };
    const known = type ? keysOf(type) : [];
    const unknown = [...values.keys()].filter((key) => !known.includes(key));
    const names = new Set([...queryNames, ...unknown].filter((name) => name !== IGNORED_NAME));
    if (names.size > 0) throw unpermittedParameters([...names]);
    return { body, parents, givenParents, path } satisfies WriteRequest<unknown, string>;
  }

  /** Not through class-transformer: it drops keys such as `__proto__` within objects, and fails at `constructor`. */
  private async readBody(type: Type<object>, values: ReadonlyMap<string, unknown>): Promise<object> {
    const given = fieldsOf(type).filter(([name]) => values.has(name));
    const body = Object.assign(
      new type(),
      Object.fromEntries(given.map(([name, { read }]) => [name, read(values.get(name))])),
    );
    const errors = await this.validate(body, this.validatorOptions);
    if (errors.length > 0) throw (await this.exceptionFactory(errors)) as Error;
    return body;
  }
}

/** Class-validator reports fields in the order in which they are declared, and here the first rule that does not hold. */
function firstProblem([first]: readonly ValidationError[]): ParameterError {
  return new ParameterError(Object.values(first?.constraints ?? {}).join());
}

function keysOf(type: Type<object>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return rules.map(({ propertyName }) => propertyName);
}
