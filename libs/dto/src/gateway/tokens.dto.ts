import { ROLE_NAMES, type RoleName } from '@wardstone/auth';
import { Field } from '../fields';

const MAX_NAME = 100;
const MAX_DAYS = 3_650;
const MAX_ROLES = 10;
const CURSOR = /^\d{1,15}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Selects tokens. */
export class TokensQuery {
  @Field.Int('Tokens per page', { example: 200, min: 1, max: 1_000, default: 200 })
  limit!: number;

  @Field.String('Cursor of a previous page, `next`: only older tokens', { pattern: CURSOR, optional: true })
  before?: string;
}

/** Body of a request for a token. */
export class NewTokenBody {
  @Field.String('Purpose of the token, in your words', {
    example: 'nightly export',
    minLength: 1,
    maxLength: MAX_NAME,
    pattern: /\S/,
  })
  name!: string;

  @Field.String('Service account that it logs in as; your own account when absent', {
    example: 'exporter',
    optional: true,
  })
  account?: string;

  @Field.Array(
    "Roles of the token, each covered by your permissions and the account's; defaults to all of the account",
    { of: 'string', values: ROLE_NAMES, example: ['viewer'], minItems: 1, maxItems: MAX_ROLES, optional: true },
  )
  roles?: readonly RoleName[];

  @Field.Int('Days until it expires; never if absent', { example: 90, min: 1, max: MAX_DAYS, optional: true })
  expiresInDays?: number;
}

/** A token without its secret. */
export class TokenBody {
  @Field.String('Id', { format: 'uuid', example: '7f1f5a43-9a7e-4a0c-8b76-0a2b7f0e5a11' })
  id!: string;

  @Field.String('Purpose of the token', { example: 'nightly export' })
  name!: string;

  @Field.String('Account that it logs in as', { example: 'exporter' })
  account!: string;

  @Field.String('First characters of the token, to recognise it by', { example: 'wst_Xk3f' })
  hint!: string;

  @Field.Array('Roles of the token; only those that the account also has are effective', {
    of: 'string',
    example: ['viewer'],
  })
  roles!: readonly RoleName[];

  @Field.String('When it was made', { format: 'date-time', example: '2026-01-15T12:00:00.000Z' })
  createdAt!: string;

  @Field.String('When it expires; null: never', { format: 'date-time', nullable: true, example: null })
  expiresAt!: string | null;

  @Field.String('When it was last used, to the minute; null: never', {
    format: 'date-time',
    nullable: true,
    example: null,
  })
  lastUsedAt!: string | null;

  @Field.String('When it was revoked; null while it is valid', { format: 'date-time', nullable: true, example: null })
  revokedAt!: string | null;
}

/** A created token, including its secret. */
export class MadeTokenBody extends TokenBody {
  @Field.String('The token itself, for `Authorization: Bearer`; shown this once', { example: 'wst_Xk3fexample' })
  token!: string;
}

/** Several tokens. */
export class TokensBody {
  @Field.Array('Newest first', { of: () => TokenBody })
  tokens!: TokenBody[];

  @Field.String('Cursor for the parameter `before`; null: there are no older ones', { nullable: true, example: null })
  next!: string | null;
}
