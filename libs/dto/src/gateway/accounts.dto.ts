import { type AccountType, ROLE_NAMES, type RoleName } from '@wardstone/auth';
import { Field } from '../fields';

const TYPES: readonly AccountType[] = ['User', 'ServiceAccount'];
const MAX_ROLES = 10;
const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

const MAX_NAME = 100;
/** One visible line: no control or format characters, which could imitate another name. */
const NAME = /^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]*$/u;

const NameField = (description: string, over: { nullable?: boolean; optional?: boolean } = {}): PropertyDecorator =>
  Field.String(description, { example: 'Ann Lee', minLength: 1, maxLength: MAX_NAME, pattern: NAME, ...over });

const RolesField = (description: string, optional = false): PropertyDecorator =>
  Field.Array(description, {
    of: 'string',
    values: ROLE_NAMES,
    example: ['viewer'],
    minItems: 1,
    maxItems: MAX_ROLES,
    optional,
  });

/** A new account. */
export class NewAccountBody {
  @Field.String('Login name', { example: 'exporter', pattern: USERNAME })
  username!: string;

  @NameField('Name of the person, shown beside the login', { optional: true })
  name?: string;

  @Field.Enum('`User` for a person, `ServiceAccount` for a program', {
    values: TYPES,
    name: 'AccountType',
    example: 'ServiceAccount',
  })
  type!: AccountType;

  @RolesField('Its roles, each covered by your own permissions')
  roles!: readonly RoleName[];

  @Field.String(
    'Password, at least 12 characters; required for a person; a service account without one logs in only with tokens',
    { example: 'a long sentence is good', optional: true },
  )
  password?: string;
}

/** Changes of an account. */
export class AccountChangesBody {
  @NameField('Name of the person; null for none', { optional: true, nullable: true })
  name?: string | null;

  @RolesField('New roles, each covered by your own permissions', true)
  roles?: readonly RoleName[];

  @Field.Boolean('Whether to disable the account, with its sessions and tokens', { example: true, optional: true })
  disabled?: boolean;

  @Field.String('New password; ends the sessions of the account', {
    example: 'a long sentence is good',
    optional: true,
  })
  password?: string;
}

/** The caller's own name. */
export class OwnNameBody {
  @NameField('Your name, shown beside your login; null for none', { nullable: true })
  name!: string | null;
}

/** The name of a person. */
export class PersonName {
  @Field.String('Login name', { example: 'ann' })
  username!: string;

  @Field.String('Name', { example: 'Ann Lee' })
  name!: string;
}

/** Names of people. */
export class PersonNames {
  @Field.Array('People who have a name, by login', { of: () => PersonName })
  names!: readonly PersonName[];

  @Field.Boolean('Whether there are more: repeat the request with the last login as `after`', { example: false })
  more!: boolean;
}

/** A change of the caller's own password. */
export class PasswordChangeBody {
  @Field.String('Current password', { example: 'the password of the account' })
  currentPassword!: string;

  @Field.String('New password, at least 12 characters', { example: 'a long sentence is good' })
  newPassword!: string;
}

/** A local account. */
export class AccountBody {
  @Field.String('Login name', { example: 'exporter' })
  username!: string;

  @Field.String('Name of the person; null for none', { nullable: true, example: null })
  name!: string | null;

  @Field.Enum('`User` for a person, `ServiceAccount` for a program', { values: TYPES, name: 'AccountType' })
  type!: AccountType;

  @Field.String('Organisation', { example: 'default' })
  organisation!: string;

  @Field.Array('Its roles', { of: 'string', example: ['viewer'] })
  roles!: readonly RoleName[];

  @Field.Boolean('Whether it can log in with a password', { example: false })
  hasPassword!: boolean;

  @Field.String('When it was made', { format: 'date-time', example: '2026-01-15T12:00:00.000Z' })
  createdAt!: string;

  @Field.String('When it was disabled; null if it is enabled', {
    format: 'date-time',
    nullable: true,
    example: null,
  })
  disabledAt!: string | null;
}

/** Several accounts. */
export class AccountsBody {
  @Field.Array('By name', { of: () => AccountBody })
  accounts!: AccountBody[];
}
