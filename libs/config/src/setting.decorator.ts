import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsNumber, IsOptional, IsString, IsUrl, Max, Min, MinLength } from 'class-validator';

/** What a setting is for; read by the generated table of settings. */
export interface SettingDocs {
  description: string;
}

const METADATA = 'wardstone:settings';

export interface SettingEntry extends SettingDocs {
  name: string;
  kind: string;
}

function document(kind: string, docs: SettingDocs): PropertyDecorator {
  return (target, name) => {
    const inherited = (Reflect.getMetadata(METADATA, target) as SettingEntry[] | undefined) ?? [];
    Reflect.defineMetadata(
      METADATA,
      [...inherited, { name: String(name), kind, description: docs.description }],
      target,
    );
  };
}

/** The settings a configuration class declares, inherited ones first. */
export function settingsOf(Shape: new () => object): readonly SettingEntry[] {
  return (Reflect.getMetadata(METADATA, Shape.prototype as object) as SettingEntry[] | undefined) ?? [];
}

interface TextOptions extends SettingDocs {
  optional?: boolean;
  oneOf?: readonly string[];
}

export function TextSetting({ optional, oneOf, ...docs }: TextOptions): PropertyDecorator {
  return applyDecorators(
    ...(optional ? [IsOptional()] : []),
    IsString(),
    ...(oneOf ? [IsIn([...oneOf])] : [MinLength(1)]),
    document(oneOf ? oneOf.join(' | ') : 'text', docs),
  );
}

interface NumberOptions extends SettingDocs {
  min: number;
  max: number;
  optional?: boolean;
}

export function NumberSetting({ min, max, optional, ...docs }: NumberOptions): PropertyDecorator {
  return applyDecorators(
    ...(optional ? [IsOptional()] : []),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? Number(value) : value)),
    IsNumber(),
    Min(min),
    Max(max),
    document(`number ${min}…${max}`, docs),
  );
}

/** `true`, `on`, `1`, `yes` and their opposites; anything else stops the process. */
export function FlagSetting(docs: SettingDocs): PropertyDecorator {
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
    document('on | off', docs),
  );
}

interface UrlOptions extends SettingDocs {
  protocols: string[];
  optional?: boolean;
}

export function UrlSetting({ protocols, optional, ...docs }: UrlOptions): PropertyDecorator {
  return applyDecorators(
    ...(optional ? [IsOptional()] : []),
    IsUrl({ protocols, require_tld: false, require_protocol: true }),
    document(`URL (${protocols.join(', ')})`, docs),
  );
}

/** Comma-separated list of texts. */
export function ListSetting(docs: SettingDocs): PropertyDecorator {
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
    document('comma-separated list', docs),
  );
}
