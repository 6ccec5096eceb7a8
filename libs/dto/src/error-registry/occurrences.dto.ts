import { ERROR_TYPE_PATTERN } from '@wardstone/errors';
import { IsISO8601 } from 'class-validator';
import { Field } from '../fields';

/** Maximum number of occurrences in one report. */
export const MAX_REPORTED = 500;

const PROCESSES = ['compliance', 'monitoring', 'error-registry', 'gateway'] as const;

/** An error that was returned to a client. */
export class OccurrenceBody {
  @Field.String('When, ISO 8601', { example: '2026-05-26T10:20:11.853Z', format: 'date-time' })
  @IsISO8601({ strict: true })
  time!: string;

  @Field.Enum('Service that returned the error', { example: 'compliance', values: PROCESSES })
  service!: (typeof PROCESSES)[number];

  @Field.Int('HTTP status', { example: 404, min: 400, max: 599 })
  status!: number;

  @Field.String('Id of the request', { example: '7b1c9a52-3f0e-4d8b-9a66-2f1f5a0c8e17', minLength: 1, maxLength: 128 })
  request_id!: string;

  @Field.String('Method and route or path prefix, never a full path', {
    example: 'GET /api/compliance/v2',
    minLength: 1,
    maxLength: 256,
  })
  route!: string;
}

/** An occurrence as reported to the registry. */
export class ReportedOccurrenceBody extends OccurrenceBody {
  @Field.String('The error type', { example: 'not_found', pattern: ERROR_TYPE_PATTERN })
  type!: string;
}

export class OccurrenceReportBody {
  @Field.Array('Occurrences in any order', { of: () => ReportedOccurrenceBody, minItems: 1, maxItems: MAX_REPORTED })
  occurrences!: ReportedOccurrenceBody[];
}

/** Recent occurrences. */
export class OccurrencesBody {
  @Field.Int('Number of occurrences in the last 24 hours, to the minute', { example: 3 })
  count!: number;

  @Field.Array('The last 20 occurrences, newest first', { of: () => OccurrenceBody, maxItems: 20 })
  occurrences!: OccurrenceBody[];
}
