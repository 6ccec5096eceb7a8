import { IsISO8601 } from 'class-validator';
import { Field } from '../fields';

export const AUDITED_SERVICES = ['gateway', 'compliance', 'monitoring', 'error-registry'] as const;
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed', 'cut off'] as const;

export type AuditedService = (typeof AUDITED_SERVICES)[number];
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

const CURSOR = /^\d{1,15}-\d{1,19}$/;

/** Filters of the list of audit events. */
export class AuditQuery {
  @Field.String(
    'Name of the caller, exactly: of an account of the product or, with `issuer`, of a person of that issuer',
    { example: 'admin', maxLength: 256, optional: true },
  )
  user?: string;

  @Field.String('OIDC issuer that authenticated the caller', {
    example: 'https://login.example.test/realms/main',
    maxLength: 2_000,
    optional: true,
  })
  issuer?: string;

  @Field.String('Subject of the caller, exactly', { maxLength: 256, optional: true })
  subject?: string;

  @Field.Enum('Service that the request addressed', { values: AUDITED_SERVICES, optional: true })
  service?: AuditedService;

  @Field.Enum('Outcome of the request', { values: AUDIT_OUTCOMES, optional: true })
  outcome?: AuditOutcome;

  @Field.String('Beginning of path and query, case-sensitive', {
    example: '/rest/alert/definition',
    maxLength: 2_000,
    optional: true,
  })
  target?: string;

  @Field.String('Earliest time, inclusive, ISO 8601', {
    example: '2026-05-26T00:00:00Z',
    format: 'date-time',
    optional: true,
  })
  @IsISO8601({ strict: true })
  since?: string;

  @Field.String('Latest time, exclusive, ISO 8601', {
    example: '2026-05-27T00:00:00Z',
    format: 'date-time',
    optional: true,
  })
  @IsISO8601({ strict: true })
  until?: string;

  @Field.Int('Events per page', { example: 50, min: 1, max: 1_000, default: 50 })
  limit!: number;

  @Field.String('Cursor of a previous page: only older events', { pattern: CURSOR, optional: true })
  before?: string;
}

/** A request that may have changed something, or was refused because of its sender. */
export class AuditEventBody {
  @Field.String('When the request ended, ISO 8601', { example: '2026-05-26T10:20:11.853Z', format: 'date-time' })
  time!: string;

  @Field.String('Name of the caller; null if there was none', { example: 'olga', nullable: true })
  user!: string | null;

  @Field.String('Stable identifier of the caller; null if there was none', {
    example: 'wardstone|default|olga|2026-05-01T08:00:00.000Z',
    nullable: true,
  })
  subject!: string | null;

  @Field.String('OIDC issuer that authenticated the caller; null for accounts of the product', {
    example: null,
    nullable: true,
  })
  issuer!: string | null;

  @Field.String('Credentials of the caller: basic, bearer, opaque-token (of a program), session or identity-header', {
    example: 'session',
    nullable: true,
  })
  login!: string | null;

  @Field.String('Organisation of the caller', { example: 'default', nullable: true })
  org!: string | null;

  @Field.String('Account named by refused credentials; `?` where there is no account of that name', {
    example: null,
    nullable: true,
  })
  claimed!: string | null;

  @Field.String('Address of the client', { example: '203.0.113.9' })
  address!: string;

  @Field.String('Id of the request', { example: '7b1c9a52-3f0e-4d8b-9a66-2f1f5a0c8e17' })
  request_id!: string;

  @Field.Enum('Service that the request addressed', { example: 'monitoring', values: AUDITED_SERVICES })
  service!: AuditedService;

  @Field.String('HTTP method', { example: 'PUT' })
  method!: string;

  @Field.String('Path and query, up to 2,000 characters; up to 200 of refused requests without a caller', {
    example: '/rest/alert/definition/10012',
  })
  target!: string;

  @Field.Object(
    'Details of the change, without secrets. `requests`: number of refused requests of this address or caller that the event stands for; it describes the last one',
    { example: {} },
  )
  facts!: object;

  @Field.Enum('Outcome of the request', { example: 'done', values: AUDIT_OUTCOMES })
  outcome!: AuditOutcome;

  @Field.Int('HTTP status', { example: 200, min: 100, max: 599 })
  status!: number;

  @Field.String('Address of the record that was created', { example: null, nullable: true })
  location!: string | null;

  @Field.String('Type of the error that was returned', { example: null, nullable: true })
  error_type!: string | null;
}

export class AuditEventsBody {
  @Field.Array('Newest first', { of: () => AuditEventBody })
  events!: AuditEventBody[];

  @Field.String('Value of `before` for the next page; null on the last one', {
    example: '1779790811853-10001',
    nullable: true,
  })
  next!: string | null;
}
