import { ROLE_NAMES } from '@wardstone/permissions';
import { parseIdList } from './delivery';

export type PropertyType = 'STRING' | 'LONG_STRING' | 'PASSWORD' | 'BOOLEAN' | 'INTEGER' | 'LONG' | 'FLOAT' | 'DOUBLE';

/** Kind of record that a form offers for the property's id. */
export type PropertyKind = 'user' | 'role' | 'rotation' | 'resource' | 'resourceType' | 'operation';

export interface PropertyChoice {
  readonly value: string;
  readonly label: string;
}

/** A field of a sender's configuration. */
export interface SenderProperty {
  readonly name: string;
  readonly type: PropertyType;
  readonly label: string;
  readonly help?: string;
  readonly isRequired?: boolean;
  /** Whether it decides where a notification goes; secrets are included. */
  readonly isDestination?: boolean;
  readonly kind?: PropertyKind;
  readonly choices?: readonly PropertyChoice[];
  /** The property applies only if another property has this value. */
  readonly onlyWith?: { readonly property: string; readonly value: string };
  /** Problem with a value, as the rest of a sentence that begins with the property; undefined if it is valid. */
  readonly check?: (value: string) => string | undefined;
  /** Like `check`, for each entry of a list; one invalid entry does not stop delivery to the others. */
  readonly checkEach?: (entry: string) => string | undefined;
}

export interface ConfigProblem {
  readonly property: string;
  readonly text: string;
}

/**
 * Problem with a configuration; undefined if it is valid. Used for storing and for delivery, which checks each entry of
 * a list. See rule alerts-12. Pure.
 */
export function configProblem(
  properties: readonly SenderProperty[],
  config: Readonly<Record<string, string>>,
  { judgesEntries }: { judgesEntries: boolean },
): ConfigProblem | undefined {
  for (const property of properties) {
    const { name, onlyWith } = property;
    if (onlyWith && config[onlyWith.property]?.trim().toUpperCase() !== onlyWith.value) continue;
    const problem = toProblem(property, config[name]?.trim() ?? '', judgesEntries);
    if (problem !== undefined) return { property: name, text: `property ${name} ${problem}` };
  }
  return undefined;
}

function toProblem(property: SenderProperty, value: string, judgesEntries: boolean): string | undefined {
  const { isRequired = false, choices, check, checkEach } = property;
  if (value === '' && !isRequired) return undefined;
  if (choices && property.kind === undefined && !choices.some((choice) => isChoice(choice, value))) {
    return `must be one of ${choices.map((choice) => choice.value).join(', ')}`;
  }
  if (value === '') return 'is missing';
  const problem = check?.(value);
  if (problem !== undefined || !checkEach || !judgesEntries) return problem;
  return splitEntries(value)
    .map(checkEach)
    .find((each) => each !== undefined);
}

function isChoice(choice: PropertyChoice, value: string): boolean {
  return choice.value.toLowerCase() === value.toLowerCase();
}

/** The entries of a list such as `a@example.test, b@example.test`. Pure. */
export function splitEntries(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Text before and after the `@`, without spaces or characters that could end a header. */
const ADDRESS = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/;

/** Why a text is not an e-mail address, as a sentence; undefined if it is one. Pure. */
export function addressProblem(text: string): string | undefined {
  return ADDRESS.test(text) ? undefined : `${text} is not an e-mail address`;
}

const isId = (text: string): boolean => /^[0-9]{1,9}$/.test(text) && Number(text) > 0;
const anId = (text: string): string | undefined => (isId(text) ? undefined : 'must be the id of something');

const toIds =
  (things: string, example: string) =>
  (text: string): string | undefined => {
    const ids = parseIdList(text);
    if (!ids) return `is not a list of ids such as ${example}`;
    return ids.length === 0 ? `names no ${things}` : undefined;
  };

const anOid = (text: string): string | undefined =>
  /^\.?[0-9]+(\.[0-9]+)+$/.test(text) ? undefined : 'must be numbers with dots between them';

export function aWebAddress(text: string): string | undefined {
  const isWeb = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  return isWeb ? undefined : 'must be an address that begins with http:// or https://';
}

const aPort = (text: string): string | undefined =>
  /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535 ? undefined : 'must be 1 to 65535';

const BASE64 = /^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{4}|[a-z0-9+/]{3}=|[a-z0-9+/]{2}==)$/i;

function aSigningSecret(text: string): string | undefined {
  if (!text.startsWith('whsec_') || BASE64.test(text.slice('whsec_'.length))) return undefined;
  return 'must be base64 with its padding after whsec_';
}

export const WEBHOOK_FORMATS = ['json', 'alertmanager', 'cloudevents'] as const;

/** Roles that people can have. */
const ROLE_CHOICES: readonly PropertyChoice[] = ROLE_NAMES.map((name, at) => ({
  value: String(at + 1),
  label: name,
})).filter(({ label }) => ['admin', 'operator', 'viewer'].includes(label));

export const MAIL_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'emailAddress',
    type: 'LONG_STRING',
    label: 'E-mail addresses',
    help: 'Separated by commas, e.g. ops@example.com, night@example.com',
    isRequired: true,
    check: (text) => (splitEntries(text).length === 0 ? 'is missing' : undefined),
    checkEach: (entry) => {
      const problem = addressProblem(entry);
      return problem && `is wrong: ${problem}`;
    },
  },
];

export const USER_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'subjectId',
    type: 'STRING',
    label: 'Users',
    help: 'Notified by verified contact methods, otherwise at the e-mail address of the identity provider',
    isRequired: true,
    kind: 'user',
    check: toIds('user', '|2|10001|'),
  },
];

export const ROLE_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'roleId',
    type: 'STRING',
    label: 'Roles',
    help: 'Everyone with one of these roles is notified by verified contact methods',
    isRequired: true,
    kind: 'role',
    choices: ROLE_CHOICES,
    check: toIds('role', '|1|2|'),
  },
];

export const ON_CALL_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'rotationId',
    type: 'INTEGER',
    label: 'Rotation',
    help: 'The person on call at that time is notified by verified contact methods',
    isRequired: true,
    kind: 'rotation',
    check: anId,
  },
];

export const LOG_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'log4JCategory',
    type: 'STRING',
    label: 'Category',
    help: 'Added to the log line, e.g. paging',
    isRequired: true,
  },
];

export const WEBHOOK_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'url',
    type: 'STRING',
    label: 'Address',
    help: 'A URL that starts with https:// or http://',
    isRequired: true,
    isDestination: true,
    check: aWebAddress,
  },
  {
    name: 'secret',
    type: 'PASSWORD',
    label: 'Secret',
    help: 'Signs each request, so that the receiver can verify its origin',
    check: aSigningSecret,
  },
  {
    name: 'format',
    type: 'STRING',
    label: 'Format',
    help: 'Format of the JSON document; default: Wardstone',
    choices: [
      { value: WEBHOOK_FORMATS[0], label: 'Wardstone' },
      { value: WEBHOOK_FORMATS[1], label: 'Alertmanager' },
      { value: WEBHOOK_FORMATS[2], label: 'CloudEvents 1.0' },
    ],
  },
];

export const TRAP_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'host',
    type: 'STRING',
    label: 'Host',
    help: 'Host name or address; leave empty for the default of the server',
    isDestination: true,
  },
  {
    name: 'port',
    type: 'INTEGER',
    label: 'Port',
    help: 'Leave empty for the default of the server',
    isDestination: true,
    check: aPort,
  },
  {
    name: 'oid',
    type: 'STRING',
    label: 'Prefix of the bindings',
    help: 'Object identifier, e.g. 1.3.6.1.4.1.18016.2.1; leave empty for the default of the server',
    check: anOid,
  },
  {
    name: 'trapOid',
    type: 'STRING',
    label: 'Object identifier of the trap',
    help: 'Leave empty for the default of the server',
    check: anOid,
  },
];

const MODE = 'selection-mode';
const relative = { property: MODE, value: 'RELATIVE' };

export const OPERATION_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'operation-definition-id',
    type: 'INTEGER',
    label: 'Operation',
    isRequired: true,
    kind: 'operation',
    check: anId,
  },
  {
    name: MODE,
    type: 'STRING',
    label: 'Runs on',
    isRequired: true,
    choices: [
      { value: 'SELF', label: 'The resource of the alert' },
      { value: 'SPECIFIC', label: 'A specific resource' },
      { value: 'RELATIVE', label: 'A related resource' },
    ],
  },
  {
    name: 'selection-specific-resource-id',
    type: 'INTEGER',
    label: 'Resource',
    isRequired: true,
    kind: 'resource',
    onlyWith: { property: MODE, value: 'SPECIFIC' },
    check: anId,
  },
  {
    name: 'selection-relative-ancestor-type-id',
    type: 'INTEGER',
    label: 'Type of the ancestor',
    help: 'The nearest ancestor of this type is used',
    isRequired: true,
    kind: 'resourceType',
    onlyWith: relative,
    check: anId,
  },
  {
    name: 'selection-relative-descendant-type-id',
    type: 'INTEGER',
    label: 'Type of the descendant',
    help: 'Leave empty to run the operation on the ancestor itself',
    kind: 'resourceType',
    onlyWith: relative,
    check: anId,
  },
  {
    name: 'selection-relative-descendant-name',
    type: 'STRING',
    label: 'Name of the descendant',
    help: 'Required if several descendants have this type',
    onlyWith: relative,
  },
];
