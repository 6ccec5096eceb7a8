import { type DtoClass, type Field, fieldsOf } from '@wardstone/dto';
import type { ValidationError } from 'class-validator';
import { isObject } from './decode-record';

/**
 * What is wrong with a record, in the words of the contract: the first wrong field in the order of declaration, and the
 * first wrong item of a list.
 */
export function recordProblem(errors: readonly ValidationError[], dto: DtoClass): string {
  for (const [name, field] of fieldsOf(dto)) {
    const error = errors.find(({ property }) => property === name);
    if (error) return fieldProblem(error, field, `Field ${name}`);
  }
  throw new Error(`${dto.name} has no rule for ${errors.map(({ property }) => property).join()}`);
}

function fieldProblem({ value, children = [], constraints = {} }: ValidationError, field: Field, path: string): string {
  switch (field.kind) {
    case 'record':
      return isObject(value) ? recordProblem(children, field.of()) : `${path} must be an object`;
    case 'records':
      return Array.isArray(value) ? itemProblem(value, children, field.of(), path) : `${path} must be a list`;
    case 'list': {
      if (!Array.isArray(value)) return `${path} must be a list`;
      const wrong: unknown = value.find((item) => !isRight(item, field.items));
      return `${path} ${wordsFor(wrong, field.items)}`;
    }
    case 'textMap':
    case 'objectMap':
      // The rule itself says which entry comes first.
      return `Field ${Object.values(constraints).join()}`;
    default:
      return `${path} ${wordsFor(value, field.kind)}`;
  }
}

function itemProblem(
  items: readonly unknown[],
  errors: readonly ValidationError[],
  dto: DtoClass,
  path: string,
): string {
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) return `Item ${index} of ${path.charAt(0).toLowerCase()}${path.slice(1)} must be an object`;
    const error = errors.find(({ property }) => property === String(index));
    if (error) return recordProblem(error.children ?? [], dto);
  }
  throw new Error(`${path} has no wrong item`);
}

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
