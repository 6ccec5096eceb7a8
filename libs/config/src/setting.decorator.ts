import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Max,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';

const METADATA = 'wardstone:settings';

/** A row of the generated table of settings; the description is the first argument of the decorator. */
export interface SettingEntry {
  name: string;
  kind: string;
  description: string;
  /** Whether an empty variable is a value instead of absent. */
  mayBeEmpty: boolean;
}

function document(kind: string, description: string, mayBeEmpty = false): PropertyDecorator {
  return (target, name) => {
    const inherited = (Reflect.getMetadata(METADATA, target) as SettingEntry[] | undefined) ?? [];
    const entry: SettingEntry = { name: String(name), kind, description, mayBeEmpty };
    Reflect.defineMetadata(METADATA, [...inherited, entry], target);
  };
}

/** The settings a configuration class declares, inherited ones first. */
export function listSettings(Shape: new () => object): readonly SettingEntry[] {
  return (Reflect.getMetadata(METADATA, Shape.prototype as object) as SettingEntry[] | undefined) ?? [];
}

interface TextOptions {
  optional?: boolean;
  oneOf?: readonly string[];
}

export function TextSetting(description: string, { optional, oneOf }: TextOptions = {}): PropertyDecorator {
  return applyDecorators(
    ...(optional ? [IsOptional()] : []),
    IsString(),
    ...(oneOf ? [IsIn([...oneOf])] : [MinLength(1)]),
    document(oneOf ? oneOf.join(' | ') : 'text', description),
  );
}

interface NumberOptions {
  min: number;
  max: number;
  optional?: boolean;
}

export function NumberSetting(description: string, { min, max, optional }: NumberOptions): PropertyDecorator {
  return applyDecorators(
    ...(optional ? [IsOptional()] : []),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? Number(value) : value)),
    IsNumber(),
    Min(min),
    Max(max),
    document(`number ${min}…${max}`, description),
  );
}

/** `true`, `on`, `1`, `yes` and their opposites; anything else stops the process. */
export function FlagSetting(description: string): PropertyDecorator {
  const words: Record<string, boolean> = {
    true: true,
    on: true,
    yes: true,
    '1': true,
    false: false,
    off: false,
    no: false,
    '0': false,
  };
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (words[value.toLowerCase()] ?? value) : value,
    ),
    IsBoolean(),
    document('on | off', description),
  );
}

interface UrlOptions {
  protocols: string[];
  optional?: boolean;
  /** Permits an empty value, which the description explains. */
  mayBeEmpty?: boolean;
}

export function UrlSetting(
  description: string,
  { protocols, optional, mayBeEmpty = false }: UrlOptions,
): PropertyDecorator {
  return applyDecorators(
    ...(optional ? [IsOptional()] : []),
    ...(mayBeEmpty ? [ValidateIf((_config, value) => value !== '')] : []),
    IsUrl({ protocols, require_tld: false, require_protocol: true }),
    document(`URL (${protocols.join(', ')})`, description, mayBeEmpty),
  );
}

/** Comma-separated list of texts. */
export function ListSetting(description: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((item) => item.trim())
            .filter((item) => item !== '')
        : value,
    ),
    IsArray(),
    IsString({ each: true }),
    document('comma-separated list', description),
  );
}
