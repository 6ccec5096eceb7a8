import type { ObjectMap } from '@wardstone/dto';

export type ScriptParameter = { name: string; required: boolean } & (
  | { type: 'text'; maxLength: number }
  | { type: 'integer'; min: number; max: number }
  | { type: 'boolean' }
  | { type: 'choice'; values: readonly string[] }
);

/** A script as declared by the owner of the host. */
export interface ScriptDeclaration {
  name: string;
  file: string;
  description: string;
  timeoutSeconds: number;
  parameters: readonly ScriptParameter[];
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const FILE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const MAX_SCRIPTS = 100;
const MAX_PARAMETERS = 20;
const MAX_SECONDS = 24 * 3600;
const USUAL_SECONDS = 600;
const MAX_VALUE_LENGTH = 1_000;
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Parses declarations of scripts in JSON.
 * @throws Error that names the first mistake
 */
export function parseDeclarations(text: string): ScriptDeclaration[] {
  const declared = toFields(parseJson(text), 'it');
  const entries = Object.entries(declared);
  if (entries.length > MAX_SCRIPTS) throw new Error(`it declares more than ${MAX_SCRIPTS} scripts`);
  return entries.map(([name, value]) => readScript(name, value));
}

function readScript(name: string, value: unknown): ScriptDeclaration {
  if (!NAME.test(name)) throw new Error(`"${name}" is not a name of letters, digits, _ and -`);
  const fields = toFields(value, name);
  refuseUnknown(fields, ['file', 'description', 'timeoutSeconds', 'parameters'], name);
  const { file, description = '', timeoutSeconds = USUAL_SECONDS, parameters = {} } = fields;
  if (typeof file !== 'string' || !FILE.test(file))
    throw new Error(`${name}: file is not the name of a file in the folder`);
  if (typeof description !== 'string') throw new Error(`${name}: description is not a text`);
  if (!isWhole(timeoutSeconds, 1, MAX_SECONDS)) {
    throw new Error(`${name}: timeoutSeconds is not a whole number of 1 to ${MAX_SECONDS}`);
  }
  const declared = Object.entries(toFields(parameters, `${name}: parameters`));
  if (declared.length > MAX_PARAMETERS) throw new Error(`${name}: more than ${MAX_PARAMETERS} parameters`);
  return {
    name,
    file,
    description,
    timeoutSeconds,
    parameters: declared.map(([parameter, each]) => readParameter(parameter, each, `${name}: ${parameter}`)),
  };
}

function readParameter(name: string, value: unknown, place: string): ScriptParameter {
  if (!NAME.test(name)) throw new Error(`${place} is not a name of letters, digits, _ and -`);
  const fields = toFields(value, place);
  const { type, required = true } = fields;
  if (typeof required !== 'boolean') throw new Error(`${place}: required is not true or false`);
  const read = typeof type === 'string' && Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!read) throw new Error(`${place}: type is not text, integer, boolean or choice`);
  return { name, required, ...read(fields, place) };
}

type ParameterTypeName<Parameter> = Parameter extends unknown ? Omit<Parameter, 'name' | 'required'> : never;

const READERS: Readonly<Record<string, (fields: ObjectMap, place: string) => ParameterTypeName<ScriptParameter>>> = {
  boolean: (fields, place) => {
    refuseUnknown(fields, ['type', 'required'], place);
    return { type: 'boolean' };
  },
  text: (fields, place) => {
    refuseUnknown(fields, ['type', 'required', 'maxLength'], place);
    const { maxLength = 200 } = fields;
    if (isWhole(maxLength, 1, MAX_VALUE_LENGTH)) return { type: 'text', maxLength };
    throw new Error(`${place}: maxLength is not a whole number of 1 to ${MAX_VALUE_LENGTH}`);
  },
  integer: (fields, place) => {
    refuseUnknown(fields, ['type', 'required', 'min', 'max'], place);
    const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = fields;
    if (isWhole(min) && isWhole(max)) return { type: 'integer', min, max };
    throw new Error(`${place}: min or max is not a whole number`);
  },
  choice: (fields, place) => {
    refuseUnknown(fields, ['type', 'required', 'values'], place);
    const { values } = fields;
    if (Array.isArray(values) && values.length > 0 && values.every(isText)) return { type: 'choice', values };
    throw new Error(`${place}: values is not a list of texts`);
  },
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * Converts lines of NAME=VALUE to arguments `--NAME=VALUE` in the order of the declaration. A value is always part of a
 * single argument, so it cannot become an option or a command.
 * @throws Error that names the first mistake
 */
export function scriptArguments({ parameters }: ScriptDeclaration, text: string): string[] {
  const given = new Map<string, string>();
  for (const line of text.split('\n').map((each) => each.replace(/\r$/, ''))) {
    if (line.trim() === '') continue;
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(0, at)).trim();
    if (!parameters.some((parameter) => parameter.name === name))
      throw new Error(`The script has no parameter "${name}"`);
    if (given.has(name)) throw new Error(`${name} is given twice`);
    given.set(name, line.slice(at + 1));
  }
  return parameters.flatMap((parameter) => {
    const value = given.get(parameter.name);
    if (value === undefined && parameter.required) throw new Error(`${parameter.name} is required`);
    if (value === undefined) return [];
    const problem = toProblem(parameter, value);
    if (problem !== undefined) throw new Error(`${parameter.name} ${problem}`);
    return [`--${parameter.name}=${value}`];
  });
}

function toProblem(parameter: ScriptParameter, value: string): string | undefined {
  if (CONTROL_CHARACTER.test(value)) return 'contains a control character';
  switch (parameter.type) {
    case 'text':
      return value.length > parameter.maxLength ? `is longer than ${parameter.maxLength} characters` : undefined;
    case 'boolean':
      return value === 'true' || value === 'false' ? undefined : 'must be true or false';
    case 'choice':
      return parameter.values.includes(value) ? undefined : `must be one of ${parameter.values.join(', ')}`;
    case 'integer': {
      const { min, max } = parameter;
      const isInside = /^-?\d{1,16}$/.test(value) && isWhole(Number(value), min, max);
      return isInside ? undefined : `must be a whole number of ${min} to ${max}`;
    }
  }
}

/** Description with the parameters, for users. */
export function describeScript({ description, parameters }: ScriptDeclaration): string {
  const each = parameters.map((parameter) => {
    const optional = parameter.required ? '' : ', optional';
    switch (parameter.type) {
      case 'choice':
        return `${parameter.name} (${parameter.values.join(' or ')}${optional})`;
      case 'integer':
        return `${parameter.name} (${parameter.min} to ${parameter.max}${optional})`;
      default:
        return `${parameter.name} (${parameter.type}${optional})`;
    }
  });
  return [description, each.length === 0 ? 'No parameters' : `Parameters: ${each.join(', ')}`]
    .filter((part) => part !== '')
    .join('. ');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}

function toFields(value: unknown, place: string): ObjectMap {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${place} is not an object`);
  return value as ObjectMap;
}

function refuseUnknown(fields: ObjectMap, known: readonly string[], place: string): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${place}: unknown field ${unknown}`);
}

function isWhole(value: unknown, min = -Infinity, max = Infinity): value is number {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}
