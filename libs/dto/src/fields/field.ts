import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import {
  declareField,
  type ParameterRules,
  type ParameterType,
  type ReportRules,
  type RepresentationHints,
} from './registry';

/** What every field decorator takes beside the description. */
export interface FieldOptions<T> extends RepresentationHints, ParameterRules, ReportRules {
  example?: T | null;
  /** May be missing. Null is another matter: see `nullable`. */
  optional?: boolean;
  /** May be null. */
  nullable?: boolean;
  /** Default; makes the field optional. */
  default?: T;
  /** Members of the OpenAPI schema that no rule here holds, because another check does, with another answer. */
  documented?: object;
}

interface FieldParts {
  type: ParameterType;
  /** class-validator rules, run on the converted value. */
  rules: readonly PropertyDecorator[];
  /** The OpenAPI schema beyond description, example, default and presence. */
  schema: object;
  /** Turns query text into the field's type. What it cannot read it returns unchanged, for the rules to refuse. */
  convert?: (value: unknown) => unknown;
}

/**
 * Puts presence, default, conversion, rules, documentation and representation of one field together.
 *
 * @param description one sentence for the OpenAPI document: meaning, unit, edges
 */
export function field<T>(
  description: string,
  options: FieldOptions<T>,
  { type, rules, schema, convert }: FieldParts,
): PropertyDecorator {
  const { example, optional, nullable, default: fallback, documented } = options;
  const { attribute, element, label, alias, excludes, needs, refusal, error, reason, lenient } = options;
  const hints = { attribute, element, label, alias, excludes, needs, refusal, error, reason, lenient };
  const mayBeMissing = optional === true || fallback !== undefined;
  const read = (value: unknown): unknown => {
    // Cloned, so that no two requests share one array.
    if (value === undefined) return structuredClone(fallback);
    return convert ? convert(value) : value;
  };
  const isRuled = (_object: unknown, value: unknown): boolean =>
    !(value === undefined && mayBeMissing) && !(value === null && nullable === true);
  const documentation = {
    ...schema,
    description,
    required: !mayBeMissing,
    ...(example !== undefined && { example }),
    ...(fallback !== undefined && { default: fallback }),
    ...(nullable && { nullable: true }),
    ...documented,
  } as ApiPropertyOptions;
  const presence = { optional: mayBeMissing, default: fallback, nullable };
  const declared = { ...type, ...hints, schema, description, example, documented, ...presence, read };
  return applyDecorators(
    (prototype: object, name?: string | symbol) => declareField(prototype, String(name), declared),
    // Exposed fields are visited even when missing; without this a default would never be filled in.
    ...(fallback === undefined ? [] : [Expose({ toClassOnly: true })]),
    Transform(({ value }: { value: unknown }) => read(value), { toClassOnly: true }),
    ValidateIf(isRuled),
    ...rules,
    ApiProperty(documentation),
  );
}
