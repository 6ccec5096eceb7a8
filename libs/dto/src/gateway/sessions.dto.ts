import { ArrayField, EnumField, StringField } from '../fields/fields';

/** What a console knows of its session, without asking for it. */
export class CallerSession {
  @EnumField('How the person signed in', { values: ['password', 'oidc'], name: 'SessionMethod' })
  method!: 'password' | 'oidc';

  @StringField('When the session began', { format: 'date-time', example: '2026-01-15T12:00:00.000Z' })
  createdAt!: string;
}

/** Who is signed in at a browser. */
export class SessionBody extends CallerSession {
  @StringField('Login name', { example: 'admin' })
  username!: string;

  @StringField('Organisation', { example: 'default' })
  organisation!: string;

  @ArrayField('Roles', { of: 'string', example: ['admin'] })
  roles!: readonly string[];

  @ArrayField('Granted permissions; may hold wildcards', { of: 'string', example: ['VIEW_RESOURCE'] })
  permissions!: readonly string[];

  @StringField('When it ends if it is not used again', { format: 'date-time', example: '2026-01-15T12:30:00.000Z' })
  idleUntil!: string;

  @StringField('When it ends however much it is used', { format: 'date-time', example: '2026-01-16T00:00:00.000Z' })
  endsAt!: string;
}

/** The account about which a service asks. */
export class StandingQuery {
  @StringField('Login name', { example: 'ann', maxLength: 256 })
  username!: string;

  @StringField('Subject', { example: 'wardstone|default|ann|2026-01-15T12:00:00.000Z', maxLength: 255 })
  subject!: string;
}
