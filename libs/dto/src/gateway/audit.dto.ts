import { IsISO8601 } from 'class-validator';
import { ArrayField, EnumField, IntField, ObjectField, StringField } from '../fields/fields';

export const AUDITED_SERVICES = ['gateway', 'compliance', 'monitoring', 'error-registry'] as const;
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed', 'cut off'] as const;

export type AuditedService = (typeof AUDITED_SERVICES)[number];
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

const CURSOR = /^\d{1,15}-\d{1,19}$/;

/** Which audit events are listed; each field narrows the list. */
export class AuditQuery {
  @StringField(
    'Name of the caller, exactly: of an account of the product or, with `issuer`, of a person of that issuer',
    { example: 'admin', maxLength: 256, optional: true },
  )
  user?: string;

  @StringField('Who vouches for the name of the caller: the address of the OIDC issuer', {
    example: 'https://login.example.test/realms/main',
    maxLength: 2_000,
    optional: true,
  })
  issuer?: string;

  @StringField('Subject of the caller, exactly', { maxLength: 256, optional: true })
  subject?: string;

  @EnumField('Service that the request addressed', { values: AUDITED_SERVICES, optional: true })
  service?: AuditedService;

  @EnumField('Outcome of the request', { values: AUDIT_OUTCOMES, optional: true })
  outcome?: AuditOutcome;

  @StringField('Beginning of path and query, case-sensitive', {
    example: '/rest/alert/definition',
    maxLength: 2_000,
    optional: true,
  })
  target?: string;

  @StringField('Earliest time, inclusive, ISO 8601', {
    example: '2026-05-26T00:00:00Z',
    format: 'date-time',
    optional: true,
  })
  @IsISO8601({ strict: true })
  since?: string;

  @StringField('Latest time, exclusive, ISO 8601', {
    example: '2026-05-27T00:00:00Z',
    format: 'date-time',
    optional: true,
  })
  @IsISO8601({ strict: true })
  until?: string;

  @IntField('Events per page', { example: 50, min: 1, max: 1_000, default: 50 })
  limit!: number;

  @StringField('Cursor of a previous page: only older events', { pattern: CURSOR, optional: true })
  before?: string;
}

/** A request that may have changed something, or was refused because of its sender. */
export class AuditEventBody {
  @StringField('When the request ended, ISO 8601', { example: '2026-05-26T10:20:11.853Z', format: 'date-time' })
  time!: string;

  @StringField('Name of the caller; null if there was none', { example: 'olga', nullable: true })
  user!: string | null;

  @StringField('Who the caller is, whatever the name; null if there was none, and in events of earlier versions', {
    example: 'wardstone|default|olga|2026-05-01T08:00:00.000Z',
    nullable: true,
  })
  subject!: string | null;

  @StringField('Who vouches for the name, such as the OIDC issuer; null for accounts of the product', {
    example: null,
    nullable: true,
  })
  issuer!: string | null;

  @StringField('Credentials of the caller: basic, bearer, opaque-token (of a program), session or identity-header', {
    example: 'session',
    nullable: true,
  })
  login!: string | null;

  @StringField('Organisation of the caller', { example: 'default', nullable: true })
  org!: string | null;

  @StringField('Account named by refused credentials; `?` where there is no account of that name', {
    example: null,
    nullable: true,
  })
  claimed!: string | null;

  @StringField('Address of the client', { example: '203.0.113.9' })
  address!: string;

  @StringField('Id of the request', { example: '7b1c9a52-3f0e-4d8b-9a66-2f1f5a0c8e17' })
  request_id!: string;

  @EnumField('Service that the request addressed', { example: 'monitoring', values: AUDITED_SERVICES })
  service!: AuditedService;

  @StringField('HTTP method', { example: 'PUT' })
  method!: string;

  @StringField('Path and query, up to 2,000 characters; up to 200 of refused requests without a caller', {
    example: '/rest/alert/definition/10012',
  })
  target!: string;

  @ObjectField(
    'What the service states about the change, without secrets. `requests`: the event stands for so many refused requests of the address or caller, of which it is the last',
    { example: {} },
  )
  facts!: object;

  @EnumField('Outcome of the request', { example: 'done', values: AUDIT_OUTCOMES })
  outcome!: AuditOutcome;

  @IntField('HTTP status', { example: 200, min: 100, max: 599 })
  status!: number;

  @StringField('Address of the record that was created', { example: null, nullable: true })
  location!: string | null;

  @StringField('Type of the error that was returned', { example: null, nullable: true })
  error_type!: string | null;
}

export class AuditEventsBody {
  @ArrayField('Newest first', { of: () => AuditEventBody })
  events!: AuditEventBody[];

  @StringField('Value of `before` for the next page; null on the last one', {
    example: '1779790811853-10001',
    nullable: true,
  })
  next!: string | null;
}
