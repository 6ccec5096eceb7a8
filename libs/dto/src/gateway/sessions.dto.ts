import type { AccountType } from '@wardstone/auth';
import { Field } from '../fields';

/** Facts about a session that the console gets without a request of its own. */
export class CallerSession {
  @Field.Enum('How the person signed in', { values: ['password', 'oidc'], name: 'SessionMethod' })
  method!: 'password' | 'oidc';

  @Field.String('When the session began', { format: 'date-time', example: '2026-01-15T12:00:00.000Z' })
  createdAt!: string;
}

/** The signed-in account of a browser. */
export class SessionBody extends CallerSession {
  @Field.String('Login name', { example: 'admin' })
  username!: string;

  @Field.String('Organisation', { example: 'default' })
  organisation!: string;

  @Field.Array('Roles', { of: 'string', example: ['admin'] })
  roles!: readonly string[];

  @Field.Array('Granted permissions; may hold wildcards', { of: 'string', example: ['VIEW_RESOURCE'] })
  permissions!: readonly string[];

  @Field.String('When it ends unless it is used before', { format: 'date-time', example: '2026-01-15T12:30:00.000Z' })
  idleUntil!: string;

  @Field.String('When it ends at the latest', { format: 'date-time', example: '2026-01-16T00:00:00.000Z' })
  endsAt!: string;
}

/** Account whose validity a service checks. */
export class StandingQuery {
  @Field.String('Login name', { example: 'ann', maxLength: 256 })
  username!: string;

  @Field.String('Subject', { example: 'wardstone|default|ann|2026-01-15T12:00:00.000Z', maxLength: 255 })
  subject!: string;
}

/** Query for a page of the accounts in use. */
export class AccountsInUseQuery {
  @Field.String('Login name after which the page begins; the first page when absent', {
    example: 'ann',
    maxLength: 256,
    optional: true,
  })
  after?: string;
}

/** An account that may log in. */
export class AccountInUse {
  @Field.String('Login name', { example: 'ann' })
  username!: string;

  @Field.String('Subject', { example: 'wardstone|default|ann|2026-01-15T12:00:00.000Z' })
  subject!: string;

  @Field.Enum('`User` for a person, `ServiceAccount` for a program', {
    values: ['User', 'ServiceAccount'],
    name: 'AccountType',
  })
  type!: AccountType;

  @Field.String('Name of the person', { example: 'Ann Lee', optional: true })
  name?: string;

  @Field.Array('Its roles', { of: 'string', example: ['operator'] })
  roles!: readonly string[];

  @Field.String('When it was made', { format: 'date-time', example: '2026-01-15T12:00:00.000Z' })
  createdAt!: string;
}

/** A page of the accounts in use. */
export class AccountsInUse {
  @Field.Array('The accounts, by name', { of: () => AccountInUse })
  accounts!: readonly AccountInUse[];

  @Field.Boolean('Whether there are more: repeat the request with the last name as `after`', { example: false })
  more!: boolean;
}
