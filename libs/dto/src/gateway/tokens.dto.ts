import { ROLE_NAMES, type RoleName } from '@wardstone/auth';
import { ArrayField, IntField, StringField } from '../fields/fields';

const MAX_NAME = 100;
const MAX_DAYS = 3_650;
const MAX_ROLES = 10;
const CURSOR = /^\d{1,15}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Which tokens are listed. */
export class TokensQuery {
  @IntField('Tokens per page', { example: 200, min: 1, max: 1_000, default: 200 })
  limit!: number;

  @StringField('Cursor of a previous page, `next`: only older tokens', { pattern: CURSOR, optional: true })
  before?: string;
}

/** A token that is to be made. */
export class NewTokenBody {
  @StringField('What it is for, in your words', {
    example: 'nightly export',
    minLength: 1,
    maxLength: MAX_NAME,
    pattern: /\S/,
  })
  name!: string;

  @StringField('Service account that it logs in as; your own account when absent', {
    example: 'exporter',
    optional: true,
  })
  account?: string;

  @ArrayField(
    'Roles of the token, each covered by your own permissions and those of the account; all of the account when absent',
    { of: 'string', values: ROLE_NAMES, example: ['viewer'], minItems: 1, maxItems: MAX_ROLES, optional: true },
  )
  roles?: readonly RoleName[];

  @IntField('Days after which it expires; never when absent', { example: 90, min: 1, max: MAX_DAYS, optional: true })
  expiresInDays?: number;
}

/** A token without its secret. */
export class TokenBody {
  @StringField('Id', { format: 'uuid', example: '7f1f5a43-9a7e-4a0c-8b76-0a2b7f0e5a11' })
  id!: string;

  @StringField('What it is for', { example: 'nightly export' })
  name!: string;

  @StringField('Account that it logs in as', { example: 'exporter' })
  account!: string;

  @StringField('How it begins, to recognise it by', { example: 'wst_Xk3f' })
  hint!: string;

  @ArrayField('Its roles; those count that the account covers', { of: 'string', example: ['viewer'] })
  roles!: readonly RoleName[];

  @StringField('When it was made', { format: 'date-time', example: '2026-01-15T12:00:00.000Z' })
  createdAt!: string;

  @StringField('When it expires; null: never', { format: 'date-time', nullable: true, example: null })
  expiresAt!: string | null;

  @StringField('When it was last used, to the minute; null: never', {
    format: 'date-time',
    nullable: true,
    example: null,
  })
  lastUsedAt!: string | null;

  @StringField('When it was revoked; null while it is good', { format: 'date-time', nullable: true, example: null })
  revokedAt!: string | null;
}

/** A token just made. */
export class MadeTokenBody extends TokenBody {
  @StringField('The token itself, for `Authorization: Bearer`; shown this once', { example: 'wst_Xk3fexample' })
  token!: string;
}

/** Several tokens. */
export class TokensBody {
  @ArrayField('Newest first', { of: () => TokenBody })
  tokens!: TokenBody[];

  @StringField('Cursor for the parameter `before`; null: there are no older ones', { nullable: true, example: null })
  next!: string | null;
}
