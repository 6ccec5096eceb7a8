import type { PageWindow } from '@wardstone/pagination';
import { Allow } from 'class-validator';
import type { Sort } from '../values';
import { field, type FieldOptions } from './registry';
import { ITEMS } from './rules';

/** True only for the word `true`, in any letter case; any other text means false and is never an error. */
export const FlagField = (
  description: string,
  options: FieldOptions<boolean> & { default: boolean },
): PropertyDecorator =>
  field(description, options, { type: { kind: 'flag' }, rules: [Allow()], schema: { type: 'boolean' } });

/** Id of the searched record; one beyond the range of ids matches nothing. */
export const IdField = (description: string, options: FieldOptions<number> = {}): PropertyDecorator =>
  field(description, options, {
    type: { kind: 'id' },
    rules: ITEMS.integer.rules(false),
    schema: { type: 'integer', format: 'int64' },
  });

/** Comma-separated ids in the given order, with duplicates. `of` names the kind in the plural. */
export const IdsField = (
  description: string,
  { of, ...options }: FieldOptions<string> & { of: string },
): PropertyDecorator =>
  field(description, options, {
    type: { kind: 'ids', of },
    rules: [Allow()],
    schema: { type: 'string', pattern: '^[0-9]+(,[0-9]+)*$' },
  });

interface SortFieldOptions<F extends string> {
  fields: readonly F[];
  default: Sort<F>;
}

/** The order of a list: `name`, `name:asc` or `name:desc`. */
export function SortField<F extends string>({ fields, default: fallback }: SortFieldOptions<F>): PropertyDecorator {
  const usual = `${fallback.field}:${fallback.descends ? 'desc' : 'asc'}`;
  const description = `Order of the list, ${usual} by default; a field alone is ascending`;
  const values = fields.flatMap((name) => [`${name}:asc`, `${name}:desc`]);
  const schema = { type: 'string', enum: values };
  return field<Sort<F>>(
    description,
    { default: fallback },
    { type: { kind: 'sort', fields }, rules: [Allow()], schema },
  );
}

interface PageFieldOptions extends FieldOptions<PageWindow> {
  /** `size` has other limits than `ps`. See rule http-10. */
  sizeParameter?: 'ps' | 'size';
}

/** A page of a list: `page` and its size. The description is that of the size. */
export function PageField(
  description = 'Rows of a page; more than 1000 count as 1000',
  { sizeParameter = 'ps', ...options }: PageFieldOptions = {},
): PropertyDecorator {
  const type = { kind: 'page', sizeParameter } as const;
  return field<PageWindow>(description, options, { type, rules: [Allow()], schema: { type: 'object' } });
}
